// Reads files in which a line is a whole order and its cells are products: `milk,bread`, or numbers of products
// separated by blanks. Such files have no prices, customers or dates; the id of an order is the number of its line.

import { Bookkeeping } from '../account.ts';
import { BASKET_COLUMNS, guessBasketDelimiter, listBasketProducts } from '../columns/basket-lines.ts';
import { mapColumns } from '../columns/column-map.ts';
import type { LocatedHeader } from '../columns/locate-header.ts';
import { PLAIN } from '../profiles/plain.ts';
import { CsvRecords } from '../text/csv-records.ts';
import type { CellFormats } from '../values/cell-formats.ts';
import type { OrderRow } from './check-row.ts';
import type { CsvRows } from './csv-rows.ts';
import { RecordReader } from './record-reader.ts';
import type { BadRow, RowBatch, RowOptions } from './row-batches.ts';

const REPLACEMENT = '\ufffd';
const FORMATS: CellFormats = { dateFormat: 'iso', decimal: 'point', thousands: false };

/** `text`: the first lines. */
export function openBaskets(
  source: string,
  text: string,
  options: RowOptions,
): CsvRows & { readonly formats: CellFormats; readonly layout: LocatedHeader } {
  const { account = new Bookkeeping() } = options;
  const [order_id, product_name] = BASKET_COLUMNS;
  const mapped = mapColumns(source, BASKET_COLUMNS, { choice: { order_id, product_name }, from: PLAIN.id });
  const columns = {
    ...mapped,
    explanation: mapped.explanation
      .filter(({ column }) => column !== undefined)
      .map((one) => ({ ...one, why: { code: 'basket' as const } })),
  };
  const reader = new RecordReader(source, columns, { account });
  const delimiter = options.delimiter ?? guessBasketDelimiter(text.split('\n'));
  const records = new CsvRecords(delimiter);
  // The lines of several files are different orders.
  const linesBefore = account.basketLines;

  function drain(isUtf8: boolean): RowBatch {
    const rows: OrderRow[] = [];
    const badRows: BadRow[] = [];
    while (records.next()) {
      const { line, fields, hasOpenQuote } = records;
      account.basketLines = linesBefore + line;
      const row = fields.join(delimiter);
      if (hasOpenQuote) badRows.push({ source, line, problem: { code: 'open_quote' }, row });
      else if (!isUtf8 && row.includes(REPLACEMENT))
        badRows.push({ source, line, problem: { code: 'other_bytes', column: undefined }, row });
      else
        for (const product of listBasketProducts(fields))
          reader.read([String(account.basketLines), product], line, { rows, badRows });
    }
    return { rows, badRows };
  }

  return {
    columns,
    formats: FORMATS,
    layout: {
      ...{ line: 0, linesAbove: 0, delimiter, columns, unwrap: undefined, mark: undefined },
      hasHeader: false,
    },
    read({ text: block, isUtf8 }) {
      records.feed(block);
      return drain(isUtf8);
    },
    end() {
      records.end();
      return drain(true);
    },
  };
}
