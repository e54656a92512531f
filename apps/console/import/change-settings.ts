// Changes how the files are read: settings, the fields of columns, and answers to questions. Each change reads the files
// again.
import type { CustomChoice } from '../../../packages/order-files/columns/column-flags.ts';
import type { Choice } from '../../../packages/order-files/problems/way-out.ts';
import type { ExportField } from '../../../packages/order-files/profiles/profile.ts';
import { preview, startCheck } from './actions.ts';
import type { Answered, ReadSettings } from './messages.ts';
import { question, rates, settings } from './state.ts';

export function chooseRates(file: File | undefined): void {
  rates.value = file;
  preview();
}

/** Does not re-read the files. */
export function nameRatesSource(text: string): void {
  settings.value = { ...settings.value, ratesSource: text === '' ? undefined : text };
}

/** Undoes answers that name what is changed: the reader's last decision counts. */
export function changeSettings(changed: Partial<ReadSettings>): void {
  const before = settings.value;
  const answers = before.answers?.filter(({ choice }) => !isOverruled(choice, before, changed));
  settings.value = { ...before, answers, ...changed };
  preview();
}

/** Settings with which a file may have other columns. */
const OF_HEADER: readonly (keyof ReadSettings)[] = ['from', 'sheet', 'encoding', 'delimiter'];

function isOverruled({ way }: Choice, before: ReadSettings, changed: Partial<ReadSettings>): boolean {
  const fields = (Object.keys({ ...before.columns, ...changed.columns }) as ExportField[]).filter(
    (field) => changed.columns !== undefined && changed.columns[field] !== before.columns[field],
  );
  const columns = fields.map((field) => changed.columns?.[field]);
  const named = [...Object.values(way.columns ?? {}), ...(way.ignore ?? []), ...(way.excludeIf ?? [])];
  return (
    OF_HEADER.some((name) => name in changed) ||
    Object.keys(changed).some((name) => name !== 'columns' && name in way) ||
    fields.some((field) => way.columns !== undefined && field in way.columns) ||
    named.some((column) => columns.includes(column))
  );
}

/** Answers the question that is shown, and checks the files with the answer. */
export function answer(choice: Choice): void {
  const { value } = question;
  if (value === undefined) return;
  const { code } = value.problem;
  checkWith([...(settings.value.answers ?? []), { code, choice }]);
}

export function undoAnswer(position: number): void {
  checkWith((settings.value.answers ?? []).filter((_, index) => index !== position));
}

function checkWith(answers: readonly Answered[]): void {
  settings.value = { ...settings.value, answers };
  preview();
  startCheck();
}

/** Assigns `column` to `field`, or makes it a custom field; undefined ignores it. */
export function assignColumn(
  column: string,
  before: ExportField | undefined,
  field: ExportField | 'custom' | undefined,
): void {
  const columns = { ...settings.value.columns };
  const others = listCustomFields().filter((one) => one.column !== column);
  if (before !== undefined) columns[before] = '';
  if (field !== undefined && field !== 'custom') columns[field] = column;
  changeSettings({ columns, custom: field === 'custom' ? [...others, { key: column, column }] : others });
}

/** Renames the custom field of `column`. */
export function renameCustomField(column: string, key: string): void {
  changeSettings({
    custom: listCustomFields().map((one) => (one.column === column ? { key, column } : one)),
  });
}

export function listCustomFields(): readonly CustomChoice[] {
  return settings.value.custom ?? [];
}
