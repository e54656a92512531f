// What the published package adds to Node 20 is what newer versions have: run in a context that was made as poor as Node 20.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';

const added = readFileSync(
  join(import.meta.dirname, '../../../tools/package/launcher/older-node.mjs'),
  'utf8',
);
const POORER = `
  for (const [owner, name] of [
    [Promise, 'withResolvers'], [Map, 'groupBy'], [Set.prototype, 'union'], [Set.prototype, 'isSubsetOf'],
    [Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())), 'filter'],
  ]) {
    if (!(name in owner)) throw new Error(name);
    delete owner[name];
    if (name in owner) throw new Error(name + ' is still there');
  }`;

const both = (expression: string): [unknown, unknown] => [
  runInNewContext(`${POORER}\n${added}\nJSON.stringify(${expression})`),
  runInNewContext(`JSON.stringify(${expression})`),
];

describe('what Node 20 lacks', () => {
  it.each([
    "[...Map.groupBy(['a', 'bb', 'c'], (text, at) => text.length + (at > 1))]",
    '[...Map.groupBy(new Set(), String)]',
    '[...new Set([1, 2]).union(new Set([2, 3]))]',
    "[...new Set(['x']).union(new Map([['y', 1]]))]",
    '[new Set([1]).isSubsetOf(new Set([1, 2])), new Set([1, 3]).isSubsetOf(new Set([1, 2])), new Set().isSubsetOf(new Set())]',
    '[...[1, 2, 3, 4].values().filter((n, at) => n % 2 === 0 || at === 0)]',
    '[...new Map([[1, 2], [3, 4]]).keys().filter((n) => n > 1)]',
    'Object.keys(Promise.withResolvers()).sort().join()',
  ])('%s', (expression) => {
    const [ours, standard] = both(expression);
    expect(ours).toBe(standard);
    expect(ours).toBeTypeOf('string');
  });

  it('promises are settled from outside', async () => {
    const settle = `(() => { const a = Promise.withResolvers(), b = Promise.withResolvers();
      a.resolve(1); b.reject(2); return Promise.allSettled([a.promise, b.promise]); })()`;
    const outcome: unknown = await runInNewContext(`${POORER}\n${added}\n${settle}`);
    expect(JSON.parse(JSON.stringify(outcome))).toEqual([
      { status: 'fulfilled', value: 1 },
      { status: 'rejected', reason: 2 },
    ]);
  });
});
