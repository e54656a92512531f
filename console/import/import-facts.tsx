// What is known of the first file before it is used: what each column holds, what it is taken for and what else it could be,
// and how its dates can be read. The command line's `inspect` has the same.

import type { DescribedColumn } from '../../order-files/columns/described-columns.ts';
import { EXPORT_FIELDS } from '../../order-files/profiles/profile.ts';
import { fill, listed } from '../../report-parts/names.ts';
import { Table } from '../../report-parts/table.ts';
import { day, number, percent, texts } from '../app/words/language.ts';
import { previewed } from './state.ts';

const SHOWN_GUESSES = 2;

export function ImportFacts() {
  const { import: said } = texts();
  const [first] = previewed.value?.previews ?? [];
  if (first === undefined || first.columns.length === 0) return null;
  const { columns, dates, headerLine } = first;
  const { holds } = said;
  return (
    <details class="card">
      <summary>{holds.title}</summary>
      {headerLine !== undefined && <p class="muted">{fill(holds.header, { line: number(headerLine) })}</p>}
      <Table
        caption={holds.title}
        columns={holds.columns.map((title) => ({ title }))}
        rows={columns.map((one) => [
          one.column,
          holds.kind[one.kind],
          one.cells === 0 ? '' : percent(one.filled / one.cells, 0),
          listed(one.samples, ' · '),
          one.field === undefined ? said.notUsed : nameOf(one.field),
          guessesOf(one),
        ])}
      />
      {dates !== undefined && dates.readings.length > 0 && (
        <ul>
          {dates.readings.map(({ format, first: from, last }) => (
            <li key={format}>
              {fill(holds.dates, {
                column: dates.column,
                format: said.dateFormat[format],
                first: day(from),
                last: day(last),
              })}
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

function guessesOf({ couldBe }: DescribedColumn): string {
  return couldBe.slice(0, SHOWN_GUESSES).map(nameOf).join(', ');
}

/** Fields of an exporter's accounts have no name of their own here. */
function nameOf(field: string): string {
  const names: Readonly<Partial<Record<string, string>>> = texts().import.field;
  return EXPORT_FIELDS.some((one) => one === field) ? (names[field] ?? field) : field;
}
