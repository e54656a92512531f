// Tests sentences of the import view and the command line about files: kinds, amounts and counts, in both languages.
// test/apps/console/app/language.test.ts checks that German has the placeholders of English.
import { expect, it } from 'vitest';
import { createGermanFiles, ENGLISH_FILES as en } from '../../../../apps/console/import/file-words.ts';
import german from '../../../../apps/console/texts/de/files-de.json' with { type: 'json' };
import { rowsDe } from '../../../../apps/console/texts/de/rows-de.ts';
import { PRINTED } from '../../../../packages/order-files/problems/file-problem-words.ts';
import {
  type FileProblem,
  FOREIGN_KINDS,
  formatFileProblem,
} from '../../../../packages/order-files/problems/file-problems.ts';
import type { Choice } from '../../../../packages/order-files/problems/way-out.ts';

const de = createGermanFiles(german, rowsDe);
const formatPrinted = (problem: FileProblem): string => formatFileProblem(PRINTED, problem);

it('each foreign kind of file has a sentence of its own', () => {
  for (const say of [formatPrinted, en.problem, de.problem]) {
    const sentences = FOREIGN_KINDS.map((kind) => say({ code: 'foreign', kind }));
    expect(new Set(sentences).size).toBe(FOREIGN_KINDS.length);
  }
});

it('only sentences of the command line name its options', () => {
  const problem: FileProblem = { code: 'zero_prices' };
  expect([formatPrinted, en.problem, de.problem].map((say) => say(problem).includes('--no-prices'))).toEqual([
    true,
    false,
    false,
  ]);
});

it('amounts have the decimals of their currency', () => {
  const currencies = [
    { currency: 'JPY', rows: 2, amount: 1_615 },
    { currency: 'KWD', rows: 1, amount: 0.615 },
  ];
  const several: FileProblem = { code: 'several_currencies', currencies };
  for (const say of [formatPrinted, en.problem])
    expect(say(several)).toContain('2 rows in JPY (1,615), 1 row in KWD (0.615)');
  expect(de.problem(several)).toContain('2 Zeilen in JPY (1.615), 1 Zeile in KWD (0,615)');
  const prices = { low: 0.615, high: 61.5, currency: 'KWD' };
  const jumps: FileProblem = { code: 'price_jumps', product: 'odd', line: 17, products: 3, ...prices };
  for (const say of [formatPrinted, en.problem]) expect(say(jumps)).toContain('costs 0.615 and 61.500,');
  expect(de.problem(jumps)).toContain('kostet 0,615 und 61,500,');
});

it('counts take the singular or plural of the language', () => {
  const examples = [{ cell: '1.234', point: 1.234, comma: 1234 }];
  const ambiguous: FileProblem = { code: 'ambiguous_amounts', column: 'Posten', examples };
  expect(en.problem(ambiguous)).toContain('“1.234” can be 1.234 or 1234.');
  expect(de.problem(ambiguous)).toContain('„1.234“ kann 1,234 oder 1234 sein.');
  expect(de.remark({ code: 'repeated_products', lines: 1_234 })).toMatch(/^1\.234 Zeilen/);
  expect(en.remark({ code: 'rows_replaced', rows: 1 })).toMatch(/^1 row replaced/);
});

it('a question is about the column, and each answer says what the column means', () => {
  const choices: readonly Choice[] = [
    { code: 'line_total', name: 'Sales', way: {} },
    { code: 'unit_price', name: 'Sales', way: {} },
  ];
  expect([en, de].map((words) => words.question('amount_readings', choices))).toEqual([
    'Is “Sales” the price of one piece or of the line?',
    'Ist „Sales“ der Preis eines Stücks oder der ganzen Zeile?',
  ]);
  const others = [...choices, { code: 'line_total', name: 'Amount', way: {} } as const];
  expect(en.question('amount_readings', others)).toBe('Which amount is the price?');
  const composed = { code: 'composed_id', name: 'Receipt+Day', way: {} } as const;
  expect([en, de].map((words) => words.choice(composed))).toEqual([
    'Lines with the same “Receipt”, “Day” are one order',
    'Zeilen mit gleichem „Receipt“, „Day“ sind eine Bestellung',
  ]);
});

it('accepted data is named by the doubt', () => {
  const dates: Choice = { code: 'accept', way: { accept: ['dates'] } };
  expect([en, de].map((words) => words.choice(dates))).toEqual([
    'These dates are right',
    'Diese Daten stimmen',
  ]);
});

it('a problem without a question of its own has a general one', () => {
  expect([en, de].map((words) => words.question('other_sheet', []))).toEqual([
    'How are the files to be read?',
    'Wie sollen die Dateien gelesen werden?',
  ]);
});
