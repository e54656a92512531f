// Explains why a file cannot be read, for the command line: with the option that helps.

import { COMPOSED_BY, composeColumns } from '../columns/column-flags.ts';
import { formatAmountText } from '../values/amount-text.ts';
import { formatJson } from '../values/bytes.ts';
import type { FileProblemWords, ForeignKind, LikelyGuest, TableLimit, Taking } from './file-problems.ts';
import { ORDER_LISTS } from './order-list-words.ts';

/** Columns of a header or sheets that are listed at most. */
const MOST_LISTED = 60;

const WITHOUT_PRICES =
  'Without prices, association rules keep support, confidence and lift, but revenue, values and impact are 0; RFM segments go by recency and frequency, and monetary is 0. --no-prices accepts that';

const FOREIGN: Readonly<Record<ForeignKind, string>> = {
  xls: 'an Excel workbook of the old format (.xls): save it as .xlsx',
  pdf: 'a PDF document: export the orders as CSV or .xlsx',
  sqlite: 'an SQLite database: export its table as CSV',
  avro: 'an Avro file: convert it to Parquet or CSV',
  orc: 'an ORC file: convert it to Parquet or CSV',
  bzip2: 'compressed with bzip2: decompress it, bzcat FILE | … -',
  xz: 'compressed with xz: decompress it, xzcat FILE | … -',
  zstd: 'compressed with zstd: decompress it, zstdcat FILE | … -',
  '7z': 'a 7-Zip archive: extract its file',
  rar: 'a RAR archive: extract its file',
  picture: 'a picture',
  web_page: 'a web page or XML document: export the orders as CSV or .xlsx',
};

const OVER_LIMIT: Readonly<Record<TableLimit, (most: string) => string>> = {
  columns: (most) => `the table has more than ${most} columns, which is the limit`,
  rows: (most) =>
    `the sheet has more than ${most} rows, which is the limit of a sheet: export the orders as CSV`,
  characters: (most) => `a row has more than ${most} characters, which is the limit`,
  nesting: (most) =>
    `its elements are nested more than ${most} levels deep: the file is not a table of orders`,
  unpacked: () => 'the file is too large when unpacked: export the orders as CSV',
};

export const PRINTED: FileProblemWords = {
  missing_columns: ({ missing, header, guesses }) => {
    const flag = missing.map((fields) => `${fields.split(' ')[0]}=COLUMN`).join(',');
    const what = missing.length === 1 ? 'it' : 'them';
    return `no column found for ${missing.join(', nor for ')}; the header has ${formatNames(header)}.${describeGuesses(guesses)} Name ${what} with --columns ${flag}`;
  },
  amount_readings: ({ readings }) => `the price can be read in ${readings.length} ways`,
  missing_prices: ({ header, guesses }) =>
    `the rows have no prices: no column found for unit_price; the header has ${formatNames(header)}.${describeGuesses(guesses)} Name it with --columns unit_price=COLUMN, or line_total=COLUMN for the price of the whole line, or export the orders with the prices of their items. ${WITHOUT_PRICES}`,
  rows_are_orders: ({ listed: found }) =>
    found === undefined
      ? 'each row is a whole order, without its products. Export the items of the orders: one row for each product of an order, with its price'
      : `each row is a whole order, with its products in one cell: ${JSON.stringify(found.column)} has ${JSON.stringify(shortenText(found.example))}. Export the items of the orders: one row for each product of an order, with its price`,
  several_currencies: ({ currencies }) => {
    const code = currencies.find(({ currency }) => /^[A-Z]{3}$/.test(currency))?.currency;
    const found = currencies.map(
      ({ currency, rows, amount }) =>
        `${formatRows(rows)} in ${currency} (${formatAmountText(amount, 'en', currency)})`,
    );
    return `the prices are in several currencies: ${found.join(', ')}. Leave the others out with --currency ${code ?? 'CODE'}, or convert them by adding --rates FILE`;
  },
  unknown_statuses: ({ column, statuses, currency, isMore }) => {
    const found = statuses.map(
      ({ status, rows, amount }) =>
        `${JSON.stringify(shortenText(status))} (${formatRows(rows)}, ${formatAmountText(amount, 'en', currency)})`,
    );
    const more = isMore
      ? ` and more: if ${JSON.stringify(column)} does not hold statuses, add --columns status=`
      : '';
    return `${column}: unknown statuses: ${found.join(', ')}${more}. List the statuses of paid orders with --paid and all others with --not-paid, separated by commas`;
  },
  zero_prices: () => `every price is 0 or empty. ${WITHOUT_PRICES}`,
  ambiguous_dates: ({ column, examples }) => {
    const shown = examples.map(({ cell, mdy, dmy }) => `${JSON.stringify(cell)} can be ${mdy} or ${dmy}`);
    return `${column}: ${shown.join(', ')}, and no date in the file decides. Choose --date-format mdy for month/day, or --date-format dmy for day/month`;
  },
  unknown_column: ({ field, column, header }) =>
    `${field === 'custom' ? '--custom ' : `${field}=`}${column}: no such column; the header has ${formatNames(header)}`,
  too_many_custom_fields: ({ most, got }) => `expected at most ${most} custom fields, got ${got}`,
  custom_field_name: ({ name, most, reserved }) =>
    `--custom ${name}: expected a name of 1 to ${most} characters, other than ${reserved.join(', ')}; NAME=COLUMN gives it another`,
  order_list: ({ exporter }) => `the file is ${ORDER_LISTS[exporter]}`,
  other_dataset_currency: ({ dataset, prices }) =>
    `the dataset is in ${dataset}, and these prices are in ${prices}: nothing was sent. Convert them with --currency ${dataset} --rates FILE, or write to another dataset with --dataset NAME`,
  missing_header: () => 'expected a header line, got none',
  no_header: ({ cells }) =>
    `the file has no header: its first line is a row like those below, ${formatNames(cells)}. Read it with --no-header, which names the columns "column 1", "column 2"`,
  baskets: ({ cells }) =>
    `each line seems to be a whole order, whose cells are products: the first has ${formatNames(cells)}. Read the lines as orders with --baskets`,
  open_quote: () => 'the header has an unclosed quote',
  empty_file: () => 'the file is empty',
  no_files: () => 'expected a file',
  no_line_feed: ({ bytes, line }) =>
    `line ${line.toLocaleString('en')} has more than ${bytes.toLocaleString('en')} bytes, which is the limit: the file is not a table of orders, or has an unclosed quote`,
  json_array_open: () => 'the JSON array is not closed',
  missing_sheet: ({ sheet, sheets }) =>
    `--sheet ${sheet}: no such sheet; the file has ${formatNames(sheets)}`,
  sheet_without_contents: ({ sheet }) => `the sheet ${sheet} is not in the workbook`,
  empty_spreadsheet: () => 'the spreadsheet has no content',
  archive: ({ files, names }) =>
    `expected an archive of one file, got ${files}${files === 0 ? '' : `: ${names.join(', ')}`}`,
  archive_damaged: ({ file }) =>
    file === undefined ? 'the ZIP archive is damaged' : `${file} is damaged in the ZIP archive`,
  archive_encrypted: ({ file }) => `${file} is encrypted: save the file without a password`,
  archive_method: ({ file, method }) => `${file} is compressed by method ${method} of ZIP, expected 0 or 8`,
  table_limit: ({ limit, most, line }) =>
    `${line === undefined ? '' : `line ${line.toLocaleString('en')}: `}${OVER_LIMIT[limit](most.toLocaleString('en'))}`,
  odd_dates: ({ date, line, orders, from, to }) =>
    `line ${formatCount(line)}: the date is ${date}, ${orders === 1 ? 'the only one' : `one of ${formatCount(orders)}`} outside ${from === to ? from : `${from} to ${to}`}; reports count from the last date. Correct it, or accept it with --accept dates`,
  future_dates: ({ date, line, orders }) =>
    `line ${formatCount(line)}: the date is ${date}, ${orders === 1 ? 'the only one' : `one of ${formatCount(orders)}`} in the future; reports count from the last date. Correct it, or accept it with --accept dates`,
  double_negatives: ({ line, rows }) =>
    `line ${formatCount(line)}: quantity and price are both negative, as in ${formatRows(rows)}. Read such rows as returns with --negatives return, or as sales with --negatives sale`,
  guest_customers: ({ guests, orders }) => {
    const more = guests.length > MOST_GUESTS ? ` and ${formatCount(guests.length - MOST_GUESTS)} more` : '';
    return `the customer can be a guest: ${guests.slice(0, MOST_GUESTS).map(describeGuest).join(', ')}${more}, of ${formatCount(orders)} orders`;
  },
  unread_column: ({ column, taking, line, rows }) =>
    `line ${formatCount(line)}: ${JSON.stringify(column)} has ${TAKINGS[taking]}, one of ${formatCount(rows)}, and is not read`,
  recurring_orders: ({ order, first, last, line, percent, columns }) =>
    `line ${formatCount(line)}: order ${JSON.stringify(shortenText(order))} has lines from ${first} to ${last}, and so have ${percent}% of the orders. If ${JSON.stringify(columns.order)} restarts or is not the order, compose the id with --columns order_id=${composeColumns([columns.order, columns.date])}; if the orders are right, accept them with --accept orders`,
  scientific_ids: ({ field, cell, line }) =>
    `line ${formatCount(line)}: ${field} is ${cell}: a spreadsheet has rounded the ids, so that different ids became equal. Export the file again without opening it in a spreadsheet, or accept the ids with --accept ids`,
  repeated_products: ({ percent }) =>
    `${percent}% of the lines repeat a product of their order: orders are merged, or exported twice. Name the right column with --columns order_id=COLUMN, or accept it with --accept repeats: quantities are summed`,
  price_jumps: ({ product, low, high, currency, line, products }) =>
    `line ${formatCount(line)}: ${JSON.stringify(shortenText(product))} costs ${formatAmountText(low, 'en', currency)} and ${formatAmountText(high, 'en', currency)}, a hundred times as much; ${formatCount(products - 1)} other products do the same. Correct the decimal marks, or accept the prices with --accept prices`,
  prices_in_cents: ({ example }) =>
    `all prices are whole numbers, such as ${formatCount(example)}: they look like cents, a hundred times too large. Export them with decimals, or accept them with --accept prices`,
  ambiguous_amounts: ({ column, examples }) => {
    const shown = examples.map(
      ({ cell, point, comma }) => `${JSON.stringify(cell)} can be ${point} or ${comma}`,
    );
    return `${column}: ${shown.join(', ')}, and no amount in the file decides. Choose --decimal point for the former, or --decimal comma for the latter`;
  },
  other_sheet: ({ sheet, found }) =>
    `the sheet ${JSON.stringify(sheet)} has no orders, but ${JSON.stringify(found)} has: read it with --sheet ${JSON.stringify(found)}`,
  table_damaged: () => 'the file is damaged or incomplete: export it again',
  parquet_codec: ({ codec }) => `the file is compressed with ${codec}: save it with SNAPPY, ZSTD or GZIP`,
  nested_column: ({ column }) => `${column}: expected texts, numbers and dates, got a nested column`,
  foreign: ({ kind }) => `the file is ${FOREIGN[kind]}`,
  too_many_lines: ({ order, most }) =>
    `order ${JSON.stringify(order)}: expected at most ${most} line items, got more`,
  rates_columns: ({ header }) => `expected the columns date, currency, rate; got ${header.join(', ')}`,
  rates_line: ({ line, cells }) =>
    `line ${line}: expected YYYY-MM-DD, a currency and a positive rate; got ${JSON.stringify(cells)}`,
  missing_rate: ({ from, to, day }) =>
    `there is no rate from ${from} to ${to} on or before ${day ?? 'an order without a date'}`,
  file_changed: () => 'the file has changed since it was chosen, or was removed',
  reader_not_loaded: () => 'the reader of such files could not be loaded',
  unreadable: ({ reason }) => reason,
};

const TAKINGS: Readonly<Record<Taking, string>> = {
  discount: 'a discount',
  refund: 'a refund',
  returned: 'a return',
  cancelled: 'a cancellation',
  test: 'a test order',
};

/** Names of guests that a sentence lists at most. */
const MOST_GUESTS = 5;

function describeGuest({ name, orders, names }: LikelyGuest): string {
  const others = names > 1 ? ` in ${formatCount(names)} spellings` : '';
  return `${JSON.stringify(shortenText(name))} (${orders === 1 ? '1 order' : `${formatCount(orders)} orders`}${others})`;
}

function describeGuesses(guesses: Readonly<Partial<Record<string, string>>>): string {
  const found = Object.entries(guesses).map(([field, column = '']) =>
    field === 'order_id' && column.includes(COMPOSED_BY)
      ? `order_id could be ${JSON.stringify(column)}, so that the lines with the same values of these columns are an order`
      : `${field} could be ${JSON.stringify(column)}`,
  );
  return found.length === 0 ? '' : ` ${found.join(', ')}.`;
}

function shortenText(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}

function formatRows(rows: number): string {
  return `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`;
}

function formatCount(number: number): string {
  return number.toLocaleString('en');
}

/** Formats names in quotes. */
function formatNames(names: readonly string[]): string {
  const shown = names.slice(0, MOST_LISTED).map((name) => JSON.stringify(formatJson(name)));
  const more = names.length - shown.length;
  return more === 0 ? shown.join(', ') : `${shown.join(', ')} and ${more.toLocaleString('en')} more`;
}
