// Describes each column of a file for a reader who checks how it is understood: its cells, its field and the reason,
// other possible fields, and how its dates can be read.
import { EXPORT_FIELDS } from '../profiles/profile.ts';
import { DATE_FORMATS, type DateFormat, readOrderDate } from '../values/order-dates.ts';
import { type ColumnFacts, computeColumnFacts } from './column-facts.ts';
import { listCandidates, NAMED_FIELDS, type NamedField, nameColumns } from './column-fields.ts';
import type { FieldExplanation } from './column-map.ts';

export interface DescribedColumn extends ColumnFacts {
  readonly column: string;
  /** Undefined if the column is not used. */
  readonly field: string | undefined;
  readonly explanation: FieldExplanation | undefined;
  /** Other fields that fit its name and cells, the likeliest first. */
  readonly couldBe: readonly NamedField[];
}

export interface DateReadings {
  readonly column: string;
  /** The first cells in each format that reads nearly all of them. */
  readonly readings: readonly {
    readonly format: DateFormat;
    readonly first: string;
    readonly last: string;
  }[];
}

interface Understanding {
  readonly columns: readonly FieldExplanation[];
  readonly positions: Readonly<Partial<Record<string, number>>>;
}

const NEARLY_ALL = 0.9;

/** `understood`: undefined for a file that could not be understood. */
export function describeColumns(
  header: readonly string[],
  records: readonly (readonly string[])[],
  understood: Understanding | undefined,
): DescribedColumn[] {
  const candidates = listCandidates(nameColumns(header, records));
  return header.map((column, position) => {
    const field = EXPORT_FIELDS.find((one) => understood?.positions[one] === position);
    const custom = understood?.columns.find(
      (one) => one.column === column && one.field.startsWith('custom_fields.'),
    )?.field;
    const taken = field ?? custom;
    return {
      ...computeColumnFacts(records.map((cells) => cells[position] ?? '')),
      column,
      field: taken,
      explanation: understood?.columns.find((one) => one.field === taken),
      couldBe: NAMED_FIELDS.filter((one) => one !== field)
        .flatMap((one) =>
          candidates[one].filter((guess) => guess.position === position).map(({ score }) => ({ one, score })),
        )
        .sort((a, b) => b.score - a.score)
        .map(({ one }) => one),
    };
  });
}

/** The readings of the column that is used for dates; otherwise those of the likeliest one. */
export function listDateReadings(
  columns: readonly DescribedColumn[],
  header: readonly string[],
  records: readonly (readonly string[])[],
): DateReadings | undefined {
  const found =
    columns.find(({ field }) => field === 'order_date') ??
    columns.find(({ couldBe }) => couldBe.includes('order_date'));
  if (found === undefined) return undefined;
  const at = header.indexOf(found.column);
  const cells = records.map((record) => record[at]?.trim() ?? '').filter((cell) => cell !== '');
  const readings = DATE_FORMATS.flatMap((format) => {
    const days = cells.flatMap((cell) => readOrderDate(cell, format)?.slice(0, 10) ?? []).sort();
    const [first, last] = [days[0], days.at(-1)];
    const isLikely = days.length >= NEARLY_ALL * cells.length && !format.startsWith('epoch');
    const isMoment = format === 'epoch-seconds' ? /^\d{10}$/ : /^\d{13}$/;
    const fits = isLikely || (format.startsWith('epoch') && cells.every((cell) => isMoment.test(cell)));
    return first === undefined || last === undefined || !fits ? [] : [{ format, first, last }];
  });
  return { column: found.column, readings };
}
