// Lines scanned from their JSON are those that it holds, whichever of them are read character by character.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { scanLines } from '../../../src/core/ingest/scan-lines.ts';
import { emptyPart, packPart, type StoredLine } from '../../../src/core/ingest/stored-order.ts';
import { CodedLines, lineAt } from '../../../src/core/orders/coded-lines.ts';
import type { OrderLine } from '../../../src/core/orders/row.ts';
import { storedShards } from '../orders/stored-orders.ts';

function packed(lines: readonly OrderLine[], isStamped = false): string {
  const stamps = { sku: 'i1', unitPrice: 'i2', quantity: '', customFields: 'i1' };
  const stored = lines.map((line, at): [string, StoredLine] => [
    String(at).padStart(4, '0'),
    { ...line, importId: `i${at % 3}`, ...(isStamped && at % 2 === 0 && { stamps }) },
  ]);
  return packPart({ ...emptyPart('o1'), lines: new Map(stored) }).lines ?? '';
}

function scanned(...texts: readonly string[]): OrderLine[] {
  const coded = new CodedLines();
  for (const text of texts) scanLines(text, coded);
  return Array.from({ length: coded.count }, (_, at) => lineAt(coded, at));
}

const parsed = (text: string): OrderLine[] =>
  JSON.parse(text).map(
    ([name, sku, unitPrice, quantity, , customFields]: [
      string,
      string,
      number,
      number,
      number,
      object?,
    ]) => ({
      name: name ?? undefined,
      sku: sku ?? undefined,
      unitPrice,
      quantity,
      customFields,
    }),
  );

it('gives the lines that are stored, whatever their texts, prices and custom fields', () => {
  fc.assert(
    fc.property(storedShards, fc.boolean(), (stored, isStamped) => {
      const texts = stored.flat().map(({ lines }) => packed(lines, isStamped));
      expect(scanned(...texts)).toEqual(texts.flatMap(parsed));
    }),
    { numRuns: 300 },
  );
});

it('reads every number as JSON does, to the last bit', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.nat(2 ** 31 - 1), (price, cents) => {
      const text = `[["a","b",${JSON.stringify(price)},1,0],["a","b",${cents / 100},-7,0]]`;
      expect(scanned(text)).toEqual(parsed(text));
    }),
    { numRuns: 1_000 },
  );
});

it('places texts of equal hashes apart: Aa and BB, under any number of lines', () => {
  const names = ['Aa', 'BB', 'AaAa', 'BBBB', 'AaBB', 'BBAa'];
  const lines = Array.from({ length: 600 }, (_, at) => ({
    name: names[at % names.length],
    sku: names[at % 5],
    unitPrice: at,
    quantity: 1,
    customFields: undefined,
  }));
  expect(scanned(packed(lines))).toEqual(lines);
});

it('refuses lines that end early or are no JSON, and takes spaces between them', () => {
  const whole = packed([{ name: 'Tea', sku: 'T', unitPrice: 1.5, quantity: 2, customFields: { a: '}],[' } }]);
  for (let end = 1; end < whole.length; end++)
    expect(() => scanned(whole.slice(0, end)), whole.slice(0, end)).toThrow(SyntaxError);
  expect(() => scanned('[["a","b",1.2.3,1,0]]')).toThrow(SyntaxError);
  expect(() => scanned('[["a","b",,1,0]]')).toThrow(SyntaxError);
  expect(scanned('[ ["a", "b", 1.5, 2, 0] ]')).toEqual(parsed('[["a","b",1.5,2,0]]'));
});
