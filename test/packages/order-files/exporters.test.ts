// Compares the figures of every export with known totals, and the results with the table in docs/order-files.md.
// `UPDATE=1 node bin/run.mjs vitest run test/packages/order-files/exporters.test.ts` writes the table.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type LocalReadOptions, readLocalOrders } from '../../../packages/order-files/disk/local-files.ts';
import { OrderFileError } from '../../../packages/order-files/problems/errors.ts';
import { PROFILES } from '../../../packages/order-files/profiles/profiles.ts';
import { computeReconciliation } from '../../../packages/order-files/totals/reconciliation.ts';
import { collect } from './in-memory.ts';
import { type Refusal, TRUTHS, type Truth } from './truths.ts';

const PAGE = join(import.meta.dirname, '../../../docs/order-files.md');
/** Problems that an operator solves with an option; the message names it. */
const QUESTIONS: readonly string[] = ['several_currencies', 'unknown_statuses', 'ambiguous_dates'];

interface Found extends Omit<Truth, 'file' | 'class'> {
  /** Number of bad rows and of orders that differ from the export's own totals; both are reported. */
  readonly told: number;
}

async function read(
  file: string,
  options: LocalReadOptions = {},
): Promise<Found | { readonly problem: string }> {
  let told = 0;
  let profile = '';
  try {
    const reading = await readLocalOrders([join(import.meta.dirname, 'exports', file)], {
      onBadRow: () => told++,
      onColumns: (_, found) => {
        profile = found.profile.id;
      },
      ...options,
    });
    reading.ledger.onDifference = () => told++;
    const orders = await collect(reading.orders);
    const { rows_read, orders: count, net } = computeReconciliation(reading.ledger, reading.currency(), told);
    const lines = orders.flatMap(({ line_items }) => line_items);
    const sent = lines.reduce((sum, { unit_price = 0, quantity = 1 }) => sum + unit_price * quantity, 0);
    // NaN fails the comparison below: the orders' worth must equal the net revenue of the reconciliation.
    if (Math.round(sent * 100) !== Math.round(net * 100)) told = Number.NaN;
    return { profile, rows: rows_read, orders: count, net, currency: reading.currency() ?? null, told };
  } catch (error) {
    if (error instanceof OrderFileError) return { problem: error.problem.code };
    throw error;
  }
}

interface Row {
  readonly truth: Truth | Refusal;
  readonly found: Found | { readonly problem: string };
  readonly class: 'right' | 'asked' | 'refused' | 'told' | 'wrong';
}

async function classify(truth: Truth | Refusal): Promise<Row> {
  const found = await read(truth.file);
  if ('problem' in found) {
    if (!QUESTIONS.includes(found.problem) || truth.class === 'refused')
      return { truth, found, class: 'refused' };
    const answered = await read(truth.file, { currency: truth.currency ?? undefined });
    return { truth, found: answered, class: isRight(truth, answered) ? 'asked' : 'wrong' };
  }
  if (isRight(truth, found)) return { truth, found, class: 'right' };
  return { truth, found, class: found.told > 0 ? 'told' : 'wrong' };
}

function isRight(truth: Truth | Refusal, found: Row['found']): boolean {
  if (truth.class === 'refused' || 'problem' in found) return false;
  const { file: _, class: __, ...figures } = truth;
  return Object.entries({ ...figures, told: 0 }).every(([key, value]) => Reflect.get(found, key) === value);
}

let rows: readonly Row[];

beforeAll(async () => {
  rows = [];
  for (const truth of TRUTHS) rows = [...rows, await classify(truth)];
});

describe('the exports', () => {
  test('are classified as listed in truths.ts, none as told or wrong', () => {
    const classes = rows.map(({ truth, found, class: is }) => ({ file: truth.file, class: is, found }));
    expect(classes.filter(({ class: is }) => is === 'wrong' || is === 'told')).toEqual([]);
    expect(classes.map(({ file, class: is }) => [file, is])).toEqual(
      TRUTHS.map(({ file, class: is }) => [file, is]),
    );
  });

  test('are read right to the cent without a flag if they have products, in at least 75 % of cases', () => {
    const right = rows.filter(({ class: is }) => is === 'right').length;
    const withProducts = TRUTHS.filter((truth) => truth.class !== 'refused').length;
    expect(right).toBeGreaterThanOrEqual(30);
    expect(right / withProducts).toBeGreaterThanOrEqual(0.75);
  });

  test('are refused with the problem listed in truths.ts if they are lists of orders', () => {
    const refused = rows.filter(({ class: is }) => is === 'refused');
    expect(refused.map(({ truth, found }) => [truth, found])).toEqual(
      refused.map(({ truth }) => [truth, { problem: truth.class === 'refused' ? truth.problem : '' }]),
    );
  });

  test('include two files of each profile, or one of ten profiles', () => {
    const before = ['shopify', 'woocommerce-advanced', 'woocommerce-suite', 'magento', 'stripe', 'square'];
    const once = [...before, 'amazon-settlement', 'amazon-transactions', 'amazon-orders', 'etsy'];
    const profiles = TRUTHS.flatMap((truth) => (truth.class === 'refused' ? [] : [truth.profile]));
    for (const { id } of PROFILES.filter((profile) => profile.id !== 'plain')) {
      const files = profiles.filter((profile) => profile === id).length;
      expect([id, files]).toEqual([id, once.includes(id) ? 1 : 2]);
    }
  });

  test('are listed with their figures in docs/order-files.md', () => {
    const page = readFileSync(PAGE, 'utf8');
    const [before = '', rest = ''] = page.split('<!-- exports -->\n');
    const [, after = ''] = rest.split('<!-- /exports -->');
    const table = `${before}<!-- exports -->\n${formatTable(rows)}<!-- /exports -->${after}`;
    if (process.env.UPDATE === '1') writeFileSync(PAGE, table);
    else expect(page).toBe(table);
  });
});

function formatTable(all: readonly Row[]): string {
  const lines = all.map(({ truth, found, class: is }) => {
    if (truth.class === 'refused') return `| \`${truth.file}\` | – | – | – | – | – | ${is} |`;
    const net = 'problem' in found ? '–' : found.net.toFixed(2);
    const currency = truth.currency === null ? '' : ` ${truth.currency}`;
    return `| \`${truth.file}\` | \`${truth.profile}\` | ${truth.rows} | ${truth.orders} | ${truth.net.toFixed(2)}${currency} | ${net} | ${is} |`;
  });
  const counts = (['right', 'asked', 'refused', 'told', 'wrong'] as const).map(
    (is) => `${all.filter((row) => row.class === is).length} ${is}`,
  );
  return [
    '',
    '| file | exporter | rows | orders | net revenue | read as | class |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...lines,
    '',
    `${all.length} exports: ${counts.join(', ')}.`,
    '',
    '',
  ].join('\n');
}
