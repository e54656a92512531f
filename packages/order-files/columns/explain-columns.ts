// Explains for a terminal which column is that of each field, and why.
import { DATE_FORMAT_EXAMPLES } from '../values/order-dates.ts';
import type { ColumnMap, FieldExplanation } from './column-map.ts';

/** One line per field. */
export function explainColumns({ explanation }: Pick<ColumnMap, 'explanation'>): string {
  const width = Math.max(...explanation.map(({ field }) => field.length));
  return explanation
    .map((one) => {
      const from = one.column === undefined ? 'absent' : JSON.stringify(one.column);
      return `${one.field.padEnd(width)}  ${from} (${explainColumn(one)})`;
    })
    .join('\n');
}

/** The reason, and how dates are read. */
export function explainColumn(one: FieldExplanation): string {
  const { format } = one;
  if (format === undefined) return formatReason(one);
  const zone = format.startsWith('epoch') ? '' : '; UTC where it gives no offset';
  return `${formatReason(one)}; read as ${DATE_FORMAT_EXAMPLES[format]}${zone}`;
}

function formatReason({ field, why }: FieldExplanation): string {
  switch (why.code) {
    case 'chosen':
      return 'set by --columns';
    case 'contact':
      return 'e-mail addresses, kept for lists of customers; --columns contact= leaves them out';
    case 'common_name':
      return 'a common name for it';
    case 'exporter':
      return `as ${why.title} has it`;
    case 'equation':
      return `${why.equation} in ${why.rows.toLocaleString('en')} of the first ${why.of.toLocaleString('en')} rows`;
    case 'basket':
      return 'a line is an order, its cells are products';
    case 'whole_order':
      return 'every line is an order in the contract’s shape';
    case 'no_column':
      return `no column of the header is known to be ${field}`;
    case 'line_price':
      return 'the price of the line, divided by the quantity';
    case 'not_exported':
      return `${why.title} has none`;
  }
}
