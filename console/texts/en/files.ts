// What the import view says about files, in English: why one can't be read, and what is remarkable in it.

import type {
  FileProblemWords,
  ForeignKind,
  TableLimit,
} from '../../../order-files/problems/file-problems.ts';
import { ORDER_LISTS } from '../../../order-files/problems/order-list-words.ts';
import { ENGLISH_ROWS } from '../../../order-files/problems/row-problem-words.ts';
import type { RowProblemWords } from '../../../order-files/problems/row-problems.ts';
import { ENGLISH_REMARKS, type RemarkWords } from '../../../order-files/totals/remarks.ts';
import { amountText } from '../../../order-files/values/amount-text.ts';
import { shownJson } from '../../../order-files/values/bytes.ts';

const whole = (value: number): string => value.toLocaleString('en');
const percent = (value: number): string => (value / 100).toLocaleString('en', { style: 'percent' });

export interface FileTexts {
  readonly problem: FileProblemWords;
  readonly remark: RemarkWords;
  /** Why a row is rejected. */
  readonly row: RowProblemWords;
}

/** A header may have thousands. */
const listed = (names: readonly string[]): string =>
  `${names
    .slice(0, 60)
    .map((name) => `“${shownJson(name)}”`)
    .join(', ')}${names.length > 60 ? ', …' : ''}`;
const rowsOf = (count: number): string => `${whole(count)} ${count === 1 ? 'row' : 'rows'}`;

const money = (amount: number, currency?: string): string => amountText(amount, 'en', currency);
const guessed = (guesses: Readonly<Partial<Record<string, string>>>): string =>
  Object.keys(guesses).length === 0 ? '' : ` Perhaps ${listed(Object.values(guesses).map(String))}.`;

const FOREIGN: Readonly<Record<ForeignKind, string>> = {
  xls: 'an Excel workbook of the old format (.xls): save it as .xlsx',
  pdf: 'a PDF document: export the orders as CSV or .xlsx',
  sqlite: 'an SQLite database: export its table as CSV',
  avro: 'an Avro file: convert it to CSV',
  orc: 'an ORC file: convert it to CSV',
  bzip2: 'compressed with bzip2: decompress it first',
  xz: 'compressed with xz: decompress it first',
  zstd: 'compressed with zstd: decompress it first',
  '7z': 'a 7-Zip archive: extract its file first',
  rar: 'a RAR archive: extract its file first',
  picture: 'a picture',
  web_page: 'a web page or XML document: export the orders as CSV or .xlsx',
};

const OVER_LIMIT: Readonly<Record<TableLimit, (most: string) => string>> = {
  columns: (most) => `The table has more than ${most} columns, the most that is read.`,
  rows: (most) => `The sheet has more than ${most} rows, the most of a sheet: export the orders as CSV.`,
  characters: (most) => `A row has more than ${most} characters, the most that is read.`,
  nesting: (most) => `Its elements are nested more than ${most} deep: this is no table of orders.`,
  unpacked: () => 'The file unpacks to more than is read at a time: export the orders as CSV.',
};

export const filesEn: FileTexts = {
  row: ENGLISH_ROWS,
  problem: {
    missing_columns: ({ guesses }) =>
      `Columns of the order, the product or the price were not found: choose them below.${guessed(guesses)}`,
    missing_prices: ({ guesses }) =>
      `No column was found for the price: choose it below, export the orders with the prices of their items, or say that there are no prices. Without them, revenue and values are 0.${guessed(guesses)}`,
    rows_are_orders: ({ listed: found }) =>
      `Each row is a whole order, ${found === undefined ? 'without its products' : `with its products in one cell: “${found.column}” has “${found.example.slice(0, 60)}”`}. Export the items of the orders: one row for each product of an order, with its price.`,
    several_currencies: ({ currencies }) =>
      `The prices are in several currencies: ${currencies.map(({ currency, rows, amount }) => `${rowsOf(rows)} in ${currency} (${money(amount, currency)})`).join(', ')}. Choose the currency of the dataset: rows in others are left out, or converted with exchange rates.`,
    unknown_statuses: ({ column, isMore }) =>
      `It is not known which statuses in “${column}” are of paid orders: choose below.${isMore ? ' There are more than can be listed: if the column is not the status, choose another above.' : ''}`,
    zero_prices: () =>
      'Every price is 0 or empty: choose another column below, or say that there are no prices.',
    ambiguous_dates: ({ column, examples }) =>
      `The dates in “${column}” can be read as month/day or as day/month, and none of them decides which: choose below. ${examples.map(({ cell, mdy, dmy }) => `“${cell}” is ${mdy} or ${dmy}.`).join(' ')}`,
    unknown_column: ({ column, header }) => `There is no column “${column}”; the file has ${listed(header)}.`,
    too_many_custom_fields: ({ most, got }) =>
      `${got} custom fields were chosen: an order has ${most} at most.`,
    custom_field_name: ({ name, most, reserved }) =>
      `“${name}” can’t be the name of a custom field: it has 1 to ${most} characters, and is none of ${reserved.join(', ')}.`,
    order_list: ({ exporter }) => `This is ${ORDER_LISTS[exporter]}.`,
    other_dataset_currency: ({ dataset, prices }) =>
      `The dataset is in ${dataset}, and these prices are in ${prices}: nothing was sent. Convert them with exchange rates, or choose another dataset.`,
    missing_header: () => 'No line was found that names the columns.',
    open_quote: () => 'A quotation mark is opened in the line that names the columns, and never closed.',
    empty_file: () => 'The file is empty.',
    no_files: () => 'No file was chosen.',
    no_line_feed: ({ bytes, line }) =>
      `Line ${whole(line)} has more than ${whole(bytes)} bytes, the most of a line: this is no table of orders, or a quotation mark is not closed.`,
    json_array_open: () => 'The JSON array is not closed: the file seems to be cut off.',
    missing_sheet: ({ sheet, sheets }) =>
      `The workbook has no sheet “${sheet}”, but ${listed(sheets)}: choose one below, or other files.`,
    sheet_without_contents: ({ sheet }) => `The sheet “${sheet}” is missing from the workbook’s contents.`,
    empty_spreadsheet: () => 'The spreadsheet has no content.',
    archive: ({ files, names }) =>
      files === 0
        ? 'The archive is empty.'
        : `The archive has ${whole(files)} files (${names.join(', ')}${files > names.length ? ', …' : ''}): choose one with a single file, or extract them first.`,
    archive_damaged: ({ file }) =>
      file === undefined ? 'The archive is damaged.' : `“${file}” is damaged in the archive.`,
    archive_encrypted: ({ file }) => `“${file}” is encrypted: save the file without a password.`,
    archive_method: ({ file, method }) =>
      `“${file}” is compressed by method ${method} of ZIP, which this page does not read: save it as a usual ZIP archive.`,
    table_limit: ({ limit, most, line }) =>
      `${line === undefined ? '' : `Line ${whole(line)}: `}${OVER_LIMIT[limit](whole(most))}`,
    odd_dates: ({ date, line, orders, from, to }) =>
      `Line ${whole(line)}: the date is ${date}, ${orders === 1 ? 'the only one' : `one of ${whole(orders)}`} outside ${from === to ? from : `${from} to ${to}`}. Reports count from the last date: correct it, or say that it is right.`,
    future_dates: ({ date, line, orders }) =>
      `Line ${whole(line)}: the date is ${date}, ${orders === 1 ? 'the only one' : `one of ${whole(orders)}`} that has not come. Reports count from the last date: correct it, or say that it is right.`,
    unread_discounts: ({ column, line, rows }) =>
      `Line ${whole(line)}: “${column}” has a discount, one of ${whole(rows)}, and is not read. Choose below whether it is the discount of the line or of the order, or say that prices are after discounts.`,
    scientific_ids: ({ field, cell, line }) =>
      `Line ${whole(line)}: the ${field === 'order_id' ? 'order’s' : 'customer’s'} id is ${cell}. A spreadsheet has rounded the ids, so that different ones are one: export the file again without opening it in a spreadsheet, or say that they are right.`,
    repeated_products: ({ percent: share }) =>
      `${percent(share)} of the lines have a product that their order has already: orders are merged, or exported twice. Choose another column for the order below, or say that it is right: quantities are then summed.`,
    price_jumps: ({ product, low, high, currency, line, products }) =>
      `Line ${whole(line)}: “${shownJson(product)}” costs ${money(low, currency)} and ${money(high, currency)}, a hundred times as much, and so do ${whole(products - 1)} other products. Correct the decimal marks, or say that the prices are right.`,
    prices_in_cents: ({ example }) =>
      `All prices are whole numbers, such as ${whole(example)}: they look like cents, a hundred times too large. Export them with decimals, or say that they are right.`,
    ambiguous_amounts: ({ column, examples }) =>
      `The amounts in “${column}” can be read with a decimal point or a decimal comma, and none of them decides which: choose below. ${examples.map(({ cell, point, comma }) => `“${cell}” is ${point} or ${comma}.`).join(' ')}`,
    other_sheet: ({ sheet, found }) =>
      `The sheet “${sheet}” has no orders, but “${found}” has: choose it below.`,
    table_damaged: () => 'The file is damaged, or not complete: export it again.',
    parquet_codec: ({ codec }) =>
      `The Parquet file is compressed with ${codec}, which the command line reads, but not this page: npm run -s cli -- push FILE --dataset NAME. Or save it with Snappy or without compression.`,
    nested_column: ({ column }) => `“${column}” is a nested column: only texts, numbers and dates are read.`,
    foreign: ({ kind }) => `The file is ${FOREIGN[kind]}.`,
    too_many_lines: ({ order, most }) =>
      `Order “${order}” has more than ${whole(most)} lines. Is its column the right one?`,
    rates_columns: ({ header }) =>
      `Exchange rates need the columns date, currency and rate; this file has ${listed(header)}.`,
    rates_line: ({ line, cells }) =>
      `Line ${line}: a rate has a date such as 2026-03-31, a currency and a positive number; got ${listed(cells)}.`,
    missing_rate: ({ from, to, day }) =>
      day === undefined
        ? `An order without a date can’t be converted from ${from} to ${to}.`
        : `There is no rate from ${from} to ${to} of ${day}, or of a day before.`,
    file_changed: () => 'The file has changed since it was chosen, or was removed: choose it again.',
    unreadable: ({ reason }) => `The file can’t be read: ${reason}`,
  },
  remark: {
    ...ENGLISH_REMARKS,
    read_as: ({ source, encoding, line }) =>
      `Characters of ${source} are read as ${encoding}${line === undefined ? '' : `: line ${whole(line)} is the first that is not UTF-8`}.`,
    mixed_encodings: ({ source, line }) =>
      `Some lines of ${source} are UTF-8, others are not, the first of them line ${whole(line)}. Each is read as what it is; check that line.`,
    amazon_without_refunds: () => 'Amazon’s order report has no refunds: its settlement report does.',
  },
};
