// One account sends the costliest bodies that there are, several at a time; another account is served meanwhile.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import {
  MAX_CUSTOM_FIELDS,
  MAX_LINE_ITEMS_PER_REQUEST,
  ORDERS_BODY,
} from '../../../src/contract/schema/limits.ts';
import { IS_DEEP } from '../../../tools/harness/depth.ts';
import { useTarget } from '../../end-to-end/use-target.ts';

// Bodies of POST /data/orders that cost the most for their size: within the limits, just beyond them, and bombs. Each
// is created on demand, as some have 32 MB.
interface HostileBody {
  readonly name: string;
  readonly text: () => string;
}

const { textBytes, structuralCharacters } = ORDERS_BODY;

/** What gzip can't shorten: enough that 32 MB beside it pass for ordinary data by their ratio. */
const NOISE = Array.from({ length: 2_200 }, (_, i) =>
  createHash('sha512').update(String(i)).digest('base64'),
).join('');

/** A member of `size` bytes beside the noise: `unit` again and again between `before` and `after`. */
function filled(unit: string, before = '[', after = '1]'): string {
  const room = textBytes - NOISE.length - 40;
  return `{"noise":"${NOISE}","orders":${before}${unit.repeat(Math.floor(room / unit.length))}${after}}`;
}

/** Elements of `size` structural characters each, to the limit on those. */
function elements(size: number, elementOf: (i: number) => string): string {
  const count = Math.floor((structuralCharacters - 10) / size);
  return `{"orders":[${Array.from({ length: count }, (_, i) => elementOf(i)).join()}]}`;
}

/** Each key only once: every object has a shape of its own. */
function shapes(keys: number): string {
  return elements(2 * keys + 1, (i) => {
    const members = Array.from({ length: keys }, (_, j) => `"k${i * keys + j}":1`);
    return `{${members.join()}}`;
  });
}

function fullBatch(customFields: number): string {
  const custom = (i: number) =>
    Object.fromEntries(Array.from({ length: customFields }, (_, j) => [`field ${i} ${j}`, `value ${j}`]));
  return JSON.stringify({
    orders: Array.from({ length: MAX_LINE_ITEMS_PER_REQUEST }, (_, i) => ({
      order_id: `order ${i}`,
      customer_id: `customer ${i}`,
      order_date: '2026-03-31T14:05:00Z',
      line_items: [
        {
          product_name: `product ${i}`,
          product_sku: `sku ${i}`,
          unit_price: 1.5,
          quantity: 2,
          custom_fields: custom(i),
        },
      ],
    })),
  });
}

/** They can't be cut, and are too large for a message. */
function rowsOfOneProduct(): object[] {
  const row = {
    product_name: 'n'.repeat(512),
    product_sku: 's'.repeat(512),
    custom_fields: { f: 'v'.repeat(512) },
  };
  return Array.from({ length: MAX_LINE_ITEMS_PER_REQUEST }, () => row);
}

const HOSTILE_BODIES: readonly HostileBody[] = [
  { name: 'ten million empty objects', text: () => `{"orders":[${'{},'.repeat(10_600_000)}{}]}` },
  { name: 'ten million empty objects beside noise', text: () => filled('{},') },
  { name: 'ten million empty arrays', text: () => filled('[],') },
  { name: 'sixteen million numbers', text: () => filled('1,') },
  { name: 'nested 32 million deep', text: () => filled('[') },
  { name: 'one string of 32 MB', text: () => filled('a', '"', '"') },
  { name: 'a number of 32 million digits', text: () => filled('1', '', '') },
  { name: 'white space', text: () => filled(' ', '', '[]') },
  { name: 'escapes', text: () => filled('\\u0041', '"', '"') },
  { name: 'quotes that are escaped', text: () => filled('\\"', '"', '"') },
  { name: 'keys that are nearly "__proto__"', text: () => filled('\\"__proto__\\" ', '"', '"') },
  { name: 'as many empty orders as pass', text: () => elements(2, () => '{}') },
  { name: 'as many nested arrays as pass', text: () => elements(51, () => '['.repeat(50) + ']'.repeat(50)) },
  { name: 'as many keys as pass, in one object', text: () => shapes(structuralCharacters / 2 - 20) },
  { name: 'as many keys as pass, 5 an object', text: () => shapes(5) },
  { name: 'as many keys as pass, 50 an object', text: () => shapes(50) },
  { name: 'as many keys as pass, 125 an object', text: () => shapes(125) },
  {
    name: 'orders that are too many',
    text: () => elements(7, (i) => `{"order_id":"${i}","line_items":[{}]}`),
  },
  {
    name: '10,000 rows of one product in one order',
    text: () => JSON.stringify({ noise: NOISE, orders: [{ order_id: '1', line_items: rowsOfOneProduct() }] }),
  },
  {
    name: '10,000 orders of one id and one product',
    text: () =>
      JSON.stringify({
        noise: NOISE,
        orders: rowsOfOneProduct().map((row) => ({ order_id: '1', line_items: [row] })),
      }),
  },
  { name: '10,000 orders, no custom fields', text: () => fullBatch(0) },
  { name: '10,000 orders, 19 custom fields each', text: () => fullBatch(19) },
  {
    name: `10,000 orders, ${MAX_CUSTOM_FIELDS} custom fields each`,
    text: () => fullBatch(MAX_CUSTOM_FIELDS),
  },
];

const target = useTarget();
const AT_ONCE = 3;

/** The daily run has one of each kind. */
const DAILY = [
  'ten million empty objects',
  'nested 32 million deep',
  'escapes',
  'as many keys as pass, 50 an object',
];
/** Full batches are ordinary work, which is stored. */
const BODIES = HOSTILE_BODIES.filter(
  ({ name }) => !name.startsWith('10,000 orders') && (IS_DEEP || DAILY.includes(name)),
);

it('answers every hostile body without a 5xx, and another account while each of them is in flight', {
  timeout: 120_000,
}, async () => {
  const attacker = await target.local.newAccount('max');
  const other = await target.local.newAccount('max');
  const statuses: Record<string, number> = {};
  const servedDuring: Record<string, number> = {};
  let served = 0;
  let isOver = false;

  const pending = BODIES.values();
  const attack = async (): Promise<void> => {
    for (const { name, text } of pending) {
      const before = served;
      const response = await fetch(`${target.baseUrl}/data/orders`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${attacker.apiKey}`, 'Content-Encoding': 'gzip' },
        body: gzipSync(text(), { level: 1 }),
      });
      await response.arrayBuffer();
      statuses[name] = response.status;
      servedDuring[name] = served - before;
    }
  };
  const read = async (): Promise<void> => {
    while (!isOver) {
      const response = await fetch(`${target.baseUrl}/datasets`, {
        headers: { Authorization: `Bearer ${other.apiKey}` },
      });
      expect(response.status).toBe(200);
      await response.arrayBuffer();
      served++;
    }
  };
  const reading = read();
  await Promise.all(Array.from({ length: AT_ONCE }, attack));
  isOver = true;
  await reading;

  for (const { name } of BODIES) {
    expect([name, statuses[name], servedDuring[name]]).toEqual([
      name,
      expect.toSatisfy((status) => status < 500),
      expect.toSatisfy((count) => count > 0),
    ]);
  }
});
