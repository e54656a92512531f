// What the import view says about files: a sentence for each problem and remark, in both languages.
import { describe, expect, it } from 'vitest';
import { ENGLISH_FILES as filesEn, germanFiles } from '../../../../apps/console/import/file-words.ts';
import german from '../../../../apps/console/texts/de/files-de.json' with { type: 'json' };
import { rowsDe } from '../../../../apps/console/texts/de/rows-de.ts';
import { PRINTED } from '../../../../packages/order-files/problems/file-problem-words.ts';
import {
  type FileProblem,
  type FileProblemCode,
  FOREIGN_KINDS,
  sentenceOf,
} from '../../../../packages/order-files/problems/file-problems.ts';
import { printedRowProblem } from '../../../../packages/order-files/problems/row-problem-words.ts';
import {
  type RowProblem,
  type RowProblemCode,
  rowSentence,
} from '../../../../packages/order-files/problems/row-problems.ts';
import type { Remark, RemarkCode } from '../../../../packages/order-files/totals/remarks.ts';
import { DATE_FORMATS } from '../../../../packages/order-files/values/order-dates.ts';

const filesDe = germanFiles(german, rowsDe);

const header = ['Beleg', 'Kd'];
const PROBLEMS: { readonly [C in FileProblemCode]: FileProblem<C> } = {
  missing_columns: {
    code: 'missing_columns',
    missing: ['order_id'],
    header,
    guesses: { order_id: 'Posten' },
  },
  missing_prices: { code: 'missing_prices', header, guesses: {} },
  rows_are_orders: { code: 'rows_are_orders', listed: { column: 'Posten', example: 'odd' } },
  several_currencies: {
    code: 'several_currencies',
    currencies: [
      { currency: 'USD', rows: 2, amount: 9.5 },
      { currency: 'EUR', rows: 1, amount: 3 },
    ],
  },
  unknown_statuses: {
    code: 'unknown_statuses',
    column: 'Posten',
    statuses: [{ status: 'Denied', rows: 5, amount: 7 }],
    isMore: false,
  },
  zero_prices: { code: 'zero_prices' },
  ambiguous_dates: {
    code: 'ambiguous_dates',
    column: 'Wann',
    examples: [{ cell: '03/04/2026', mdy: '2026-03-04', dmy: '2026-04-03' }],
  },
  unknown_column: { code: 'unknown_column', field: 'custom', column: 'Land', header },
  too_many_custom_fields: { code: 'too_many_custom_fields', most: 20, got: 21 },
  custom_field_name: { code: 'custom_field_name', name: '__proto__', most: 64, reserved: ['constructor'] },
  order_list: { code: 'order_list', exporter: 'etsy' },
  other_dataset_currency: { code: 'other_dataset_currency', dataset: 'CHF', prices: 'USD' },
  missing_header: { code: 'missing_header' },
  open_quote: { code: 'open_quote' },
  empty_file: { code: 'empty_file' },
  no_files: { code: 'no_files' },
  no_line_feed: { code: 'no_line_feed', bytes: 33_554_432, line: 7 },
  json_array_open: { code: 'json_array_open' },
  missing_sheet: { code: 'missing_sheet', sheet: 'Mai', sheets: ['März', 'April'] },
  sheet_without_contents: { code: 'sheet_without_contents', sheet: 'Mai' },
  empty_spreadsheet: { code: 'empty_spreadsheet' },
  archive: { code: 'archive', files: 6, names: ['a.csv', 'b.csv'] },
  archive_damaged: { code: 'archive_damaged', file: 'a.csv' },
  archive_encrypted: { code: 'archive_encrypted', file: 'a.csv' },
  archive_method: { code: 'archive_method', file: 'a.csv', method: 14 },
  table_limit: { code: 'table_limit', limit: 'columns', most: 16_384, line: 7 },
  table_damaged: { code: 'table_damaged' },
  future_dates: { code: 'future_dates', date: '2098-05-01', line: 9, orders: 1 },
  unread_discounts: { code: 'unread_discounts', column: 'Discount', line: 2, rows: 3 },
  odd_dates: { code: 'odd_dates', date: '2062-03-01', line: 17, orders: 1, from: 2025, to: 2026 },
  scientific_ids: { code: 'scientific_ids', field: 'order_id', cell: '1.23E+12', line: 17 },
  repeated_products: { code: 'repeated_products', percent: 63 },
  price_jumps: { code: 'price_jumps', product: 'odd', low: 12.5, high: 1250, line: 17, products: 3 },
  prices_in_cents: { code: 'prices_in_cents', example: 1250 },
  ambiguous_amounts: {
    code: 'ambiguous_amounts',
    column: 'Posten',
    examples: [{ cell: '1.234', point: 1.234, comma: 1234 }],
  },
  other_sheet: { code: 'other_sheet', sheet: 'Mai', found: 'März' },
  parquet_codec: { code: 'parquet_codec', codec: 'ZSTD' },
  nested_column: { code: 'nested_column', column: 'Posten' },
  foreign: { code: 'foreign', kind: 'pdf' },
  too_many_lines: { code: 'too_many_lines', order: 'A-1', most: 10_000 },
  rates_columns: { code: 'rates_columns', header },
  rates_line: { code: 'rates_line', line: 7, cells: ['gestern', 'USD', '-1'] },
  missing_rate: { code: 'missing_rate', from: 'USD', to: 'EUR', day: '2026-03-06' },
  file_changed: { code: 'file_changed' },
  unreadable: { code: 'unreadable', reason: 'gone' },
};
const REMARKS: { readonly [C in RemarkCode]: Remark<C> } = {
  repeated_products: { code: 'repeated_products', lines: 1_234 },
  rows_replaced: { code: 'rows_replaced', rows: 1 },
  variants_merged: { code: 'variants_merged', lines: 2 },
  weighed_lines: { code: 'weighed_lines', lines: 3 },
  read_as: { code: 'read_as', source: 'a.csv', encoding: 'windows-1252', line: 3 },
  mixed_encodings: { code: 'mixed_encodings', source: 'a.csv', line: 3 },
  blank_prices: { code: 'blank_prices', rows: 2, source: 'a.csv', line: 3 },
  amazon_without_refunds: { code: 'amazon_without_refunds' },
  posting_dates: { code: 'posting_dates' },
  without_refunds: { code: 'without_refunds' },
  stripe_with_tax: { code: 'stripe_with_tax' },
  without_currency: { code: 'without_currency' },
  discounts_unclear: { code: 'discounts_unclear', orders: 1 },
  partial_refunds_unknown: { code: 'partial_refunds_unknown', orders: 2 },
  paypal_products: { code: 'paypal_products' },
  shared_by_pieces: { code: 'shared_by_pieces' },
};

const ROWS: { readonly [C in RowProblemCode]: RowProblem<C> } = {
  column_count: { code: 'column_count', expected: 5, got: 4 },
  open_quote: { code: 'open_quote' },
  other_bytes: { code: 'other_bytes', column: 'Land' },
  nul_character: { code: 'nul_character', column: 'Land' },
  not_json: { code: 'not_json', reason: 'odd' },
  lines_apart: { code: 'lines_apart' },
  foreign_order: { code: 'foreign_order', fields: ['id', 'customer'] },
  required: { code: 'required', column: 'Land' },
  not_a_date: { code: 'not_a_date', column: 'Wann', cell: '03/04/2026', format: 'iso' },
  not_a_number: { code: 'not_a_number', column: 'Posten', cell: 'odd', decimal: 'comma' },
  not_an_amount: { code: 'not_an_amount', column: 'Posten', cell: 'odd', decimal: 'point' },
  not_a_scalar: { code: 'not_a_scalar', column: 'Land', json: '["odd"]' },
  no_product: { code: 'no_product', columns: ['Posten'] },
  text_length: { code: 'text_length', column: 'Land', least: 1, most: 256, got: 257 },
  too_many_bytes: { code: 'too_many_bytes', column: 'Land', most: 900 },
  lone_surrogate: { code: 'lone_surrogate', column: 'Land' },
  not_iso_8601: { code: 'not_iso_8601', column: 'Wann' },
  no_number: { code: 'no_number', column: 'Posten' },
  fractional_quantity: { code: 'fractional_quantity', column: 'Posten', cell: 'odd' },
  not_whole: { code: 'not_whole', column: 'Posten' },
  out_of_range: { code: 'out_of_range', column: 'Posten', most: 1e9, isWhole: true },
  too_many_custom_fields: { code: 'too_many_custom_fields', column: 'Posten', most: 50 },
  not_custom_fields: { code: 'not_custom_fields', column: 'Posten' },
  no_line_items: { code: 'no_line_items', column: 'Posten' },
  not_line_items: { code: 'not_line_items', column: 'Posten' },
  not_a_line_item: { code: 'not_a_line_item', column: 'Posten' },
  unknown_field: { code: 'unknown_field', column: 'Posten', meant: 'Land' },
};

/** The values in it that a reader has to see in any language: names of files, columns, orders, and days. */
const NAMES = [
  'Wann',
  '03/04/2026',
  '2026-04-03',
  'Land',
  'März',
  'a.csv',
  'Posten',
  'A-1',
  'USD',
  'odd',
  '1.23E+12',
  '2062-03-01',
];

const all = [
  ...Object.values(PROBLEMS).map((problem) => ({
    code: problem.code,
    about: JSON.stringify(problem),
    en: filesEn.problem(problem),
    de: filesDe.problem(problem),
  })),
  ...Object.values(REMARKS).map((remark) => ({
    code: remark.code,
    about: JSON.stringify(remark),
    en: filesEn.remark(remark),
    de: filesDe.remark(remark),
  })),
  ...Object.values(ROWS).map((row) => ({
    code: row.code,
    about: JSON.stringify(row),
    en: rowSentence(filesEn.row, row),
    de: rowSentence(filesDe.row, row),
  })),
];

const printed = (problem: FileProblem): string => sentenceOf(PRINTED, problem);

describe('a sentence about a file', () => {
  it('is another one in German, with the same names in it', () => {
    for (const { code, about, en, de } of all) {
      expect([code, de === en]).toEqual([code, false]);
      for (const name of NAMES.filter((one) => about.includes(JSON.stringify(one))))
        expect([code, en.includes(name), de.includes(name)]).toEqual([code, true, true]);
    }
  });

  it('names no option of the command line but in its own commands', () => {
    for (const { code, en, de } of all.filter((one) => one.code !== 'parquet_codec'))
      expect([code, `${en} ${de}`.includes(' --')]).toEqual([code, false]);
    expect(sentenceOf(PRINTED, PROBLEMS.zero_prices)).toContain('--no-prices');
  });

  it('says what every foreign kind of file is', () => {
    for (const say of [printed, filesEn.problem, filesDe.problem]) {
      const sentences = FOREIGN_KINDS.map((kind) => say({ code: 'foreign', kind }));
      expect(new Set(sentences).size).toBe(FOREIGN_KINDS.length);
    }
  });

  it('about a row has the option that helps on the command line alone', () => {
    const withOptions = Object.values(ROWS).filter((row) => printedRowProblem(row).includes(' (--'));
    expect(withOptions.map(({ code }) => code)).toEqual([
      'other_bytes',
      'foreign_order',
      'not_a_date',
      'not_a_number',
      'not_an_amount',
      'fractional_quantity',
    ]);
    for (const format of DATE_FORMATS) {
      const sentences = [filesEn, filesDe].map(({ row }) => rowSentence(row, { ...ROWS.not_a_date, format }));
      expect(sentences[1]).not.toBe(sentences[0]);
    }
  });

  it('writes amounts with the decimals of their currency', () => {
    const currencies = [
      { currency: 'JPY', rows: 2, amount: 1_615 },
      { currency: 'KWD', rows: 1, amount: 0.615 },
    ];
    const [onTerminal, en, de] = [printed, filesEn.problem, filesDe.problem].map((say) =>
      say({ code: 'several_currencies', currencies }),
    );
    expect(onTerminal).toContain('2 rows in JPY (1,615), 1 row in KWD (0.615)');
    expect(en).toContain('2 rows in JPY (1,615), 1 row in KWD (0.615)');
    expect(de).toContain('2 Zeilen in JPY (1.615), 1 Zeile in KWD (0,615)');
    const dinars = { ...PROBLEMS.price_jumps, low: 0.615, high: 61.5, currency: 'KWD' };
    expect(sentenceOf(PRINTED, dinars)).toContain('costs 0.615 and 61.500,');
    expect(filesEn.problem(dinars)).toContain('costs 0.615 and 61.500,');
    expect(filesDe.problem(dinars)).toContain('kostet 0,615 und 61,500,');
    expect(sentenceOf(PRINTED, { ...PROBLEMS.unknown_statuses, currency: 'JPY' })).toContain('(5 rows, 7)');
  });

  it('counts as its language does', () => {
    expect(filesEn.problem(PROBLEMS.ambiguous_amounts)).toContain('“1.234” is 1.234 or 1234.');
    expect(filesDe.problem(PROBLEMS.ambiguous_amounts)).toContain('„1.234“ ist 1,234 oder 1234.');
    expect(filesDe.remark(REMARKS.repeated_products)).toMatch(/^1\.234 Zeilen/);
    expect(filesEn.remark(REMARKS.rows_replaced)).toMatch(/^1 row replaced/);
  });
});
