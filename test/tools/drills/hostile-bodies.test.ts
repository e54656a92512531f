// One account sends the costliest bodies, several at a time; another account must be served meanwhile.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { MAX_LINE_ITEMS_PER_REQUEST, ORDERS_BODY } from '../../../src/contract/schema/limits.ts';
import { IS_DEEP } from '../../../tools/harness/depth.ts';
import { useTarget } from '../../end-to-end/use-target.ts';

// Bodies of POST /data/orders that cost the most for their size: within the limits, just beyond them, and bombs. They
// are created on demand, as some have 32 MB.
interface HostileBody {
  readonly name: string;
  readonly text: () => string;
}

const { textBytes, structuralCharacters } = ORDERS_BODY;

/** Text that gzip cannot shorten: enough to give 32 MB beside it the compression ratio of ordinary data. */
const NOISE = Array.from({ length: 2_200 }, (_, i) =>
  createHash('sha512').update(String(i)).digest('base64'),
).join('');

/** A body of the largest size with the noise, and `unit` repeated between `before` and `after`. */
function createFilled(unit: string, before = '[', after = '1]'): string {
  const room = textBytes - NOISE.length - 40;
  return `{"noise":"${NOISE}","orders":${before}${unit.repeat(Math.floor(room / unit.length))}${after}}`;
}

/** A body with as many elements of `size` structural characters as the limit allows. */
function createElements(size: number, createElement: (i: number) => string): string {
  const count = Math.floor((structuralCharacters - 10) / size);
  return `{"orders":[${Array.from({ length: count }, (_, i) => createElement(i)).join()}]}`;
}

/** A body whose objects have different keys, so that every object has a shape of its own. */
function createShapes(keys: number): string {
  return createElements(2 * keys + 1, (i) => {
    const members = Array.from({ length: keys }, (_, j) => `"k${i * keys + j}":1`);
    return `{${members.join()}}`;
  });
}

/** Line items of one product, which cannot be split and are too large for a message. */
function createRowsOfOneProduct(): object[] {
  const row = {
    product_name: 'n'.repeat(512),
    product_sku: 's'.repeat(512),
    custom_fields: { f: 'v'.repeat(512) },
  };
  return Array.from({ length: MAX_LINE_ITEMS_PER_REQUEST }, () => row);
}

const HOSTILE_BODIES: readonly HostileBody[] = [
  { name: 'ten million empty objects', text: () => `{"orders":[${'{},'.repeat(10_600_000)}{}]}` },
  { name: 'ten million empty objects beside noise', text: () => createFilled('{},') },
  { name: 'nested 32 million deep', text: () => createFilled('[') },
  { name: 'one string of 32 MB', text: () => createFilled('a', '"', '"') },
  { name: 'escapes', text: () => createFilled('\\u0041', '"', '"') },
  { name: 'keys that are nearly "__proto__"', text: () => createFilled('\\"__proto__\\" ', '"', '"') },
  {
    name: 'as many nested arrays as pass',
    text: () => createElements(51, () => '['.repeat(50) + ']'.repeat(50)),
  },
  { name: 'as many keys as pass, in one object', text: () => createShapes(structuralCharacters / 2 - 20) },
  { name: 'as many keys as pass, 50 an object', text: () => createShapes(50) },
  {
    name: 'orders that are too many',
    text: () => createElements(7, (i) => `{"order_id":"${i}","line_items":[{}]}`),
  },
  {
    name: '10,000 rows of one product in one order',
    text: () =>
      JSON.stringify({ noise: NOISE, orders: [{ order_id: '1', line_items: createRowsOfOneProduct() }] }),
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
const BODIES = HOSTILE_BODIES.filter(({ name }) => IS_DEEP || DAILY.includes(name));

it('answers every hostile body without a 5xx, and serves another account meanwhile', {
  timeout: 120_000,
}, async () => {
  const attacker = await target.local.newAccount('max');
  const other = await target.local.newAccount('max');
  const statuses: Record<string, number> = {};
  const servedDuring: Record<string, number> = {};
  let served = 0;
  let isOver = false;

  const pending = BODIES.values();
  const sendBodies = async (): Promise<void> => {
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
  await Promise.all(Array.from({ length: AT_ONCE }, sendBodies));
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
