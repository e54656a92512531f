// Sheets of OpenDocument spreadsheets (.ods) as CSV text, row by row. A cell's typed value counts, not what is shown.
import { OrderFileError } from '../problems/errors.ts';
import { CsvText } from './csv-text.ts';
import { chooseSheet, type SheetChoice } from './xlsx.ts';
import { readXml, xmlEvents } from './xml-events.ts';
import type { ZipFile } from './zip-entries.ts';

/** Cells that a sheet repeats to its right edge are formatting. */
const MAX_COLUMNS = 1_024;

type Attributes = Readonly<Record<string, string>>;

export async function* odsAsCsv(
  source: string,
  files: readonly ZipFile[],
  choice: SheetChoice,
): AsyncGenerator<Uint8Array> {
  const content = files.find(({ name }) => name === 'content.xml');
  if (content === undefined) throw new OrderFileError(source, { code: 'empty_spreadsheet' });
  const chosen = chooseSheet(source, await sheetsOf(content), choice);
  const csv = new CsvText();
  let isChosen = false;
  let row = 0;
  let repeatedRows = 1;
  let cells: string[] = [];
  let cell: { readonly value: string | undefined; readonly times: number } | undefined;
  let text = '';
  let paragraphs = 0;
  let depth = 0;
  const events = xmlEvents(content.bytes(), {
    open(name, attributes) {
      if (name === 'table:table') isChosen = attributes['table:name'] === chosen.name;
      if (!isChosen) return;
      if (name === 'table:table-row') {
        cells = [];
        repeatedRows = Number(attributes['table:number-rows-repeated'] ?? 1);
      } else if (name === 'table:table-cell' || name === 'table:covered-table-cell') {
        cell = {
          value: typedValue(attributes),
          times: Number(attributes['table:number-columns-repeated'] ?? 1),
        };
        text = '';
        paragraphs = 0;
      } else if (name === 'text:p') {
        depth++;
        if (paragraphs++ > 0) text += ' ';
      } else if (name === 'text:s') text += ' '.repeat(Number(attributes['text:c'] ?? 1));
      else if (name === 'office:annotation') depth = Number.NEGATIVE_INFINITY;
    },
    text(piece) {
      if (isChosen && depth > 0) text += piece;
    },
    close(name) {
      if (!isChosen) return;
      if (name === 'text:p') depth--;
      else if (name === 'office:annotation') depth = 0;
      else if ((name === 'table:table-cell' || name === 'table:covered-table-cell') && cell !== undefined) {
        const shown = cell.value ?? text;
        const times = shown === '' ? Math.min(cell.times, MAX_COLUMNS - cells.length) : cell.times;
        for (let time = 0; time < times; time++) cells.push(shown);
        cell = undefined;
      } else if (name === 'table:table-row') {
        const isEmpty = cells.every((one) => one === '');
        for (let time = 0; !isEmpty && time < repeatedRows; time++) csv.add(trimmed(cells), row + time + 1);
        row += repeatedRows;
      } else if (name === 'table:table') isChosen = false;
    },
  });
  for await (const _ of events) if (csv.isFull) yield csv.take();
  yield csv.take();
}

async function sheetsOf(content: ZipFile): Promise<{ name: string }[]> {
  const sheets: { name: string }[] = [];
  await readXml(content.bytes(), {
    open(name, attributes) {
      if (name === 'table:table') sheets.push({ name: attributes['table:name'] ?? '' });
    },
  });
  return sheets;
}

/** Undefined where the text is the value. */
function typedValue(attributes: Attributes): string | undefined {
  switch (attributes['office:value-type']) {
    case 'float':
    case 'currency':
    case 'percentage':
      return String(Number(attributes['office:value'] ?? 0));
    case 'date':
      return attributes['office:date-value'];
    case 'boolean':
      return attributes['office:boolean-value'];
    case 'time':
      return attributes['office:time-value']?.replace(/^PT(\d+)H(\d+)M(\d+).*$/, '$1:$2:$3');
    default:
      return attributes['office:string-value'];
  }
}

/** Without the empty cells at the end. */
function trimmed(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
}
