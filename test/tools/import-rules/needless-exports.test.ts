// Exports that nobody imports are reported, whichever way they are written, and those that somebody imports are not.
import { expect, it } from 'vitest';
import { needlessExports } from '../../../tools/import-rules/needless-exports.ts';

/** Names that are reported of a file, which another file imports in this way. */
function reported(text: string, importing = ''): string[] {
  const found = needlessExports([
    { path: 'src/analysis/a.ts', text },
    { path: 'src/http/b.ts', text: importing },
  ]);
  return found.flatMap((problem) => /^src\/analysis\/a\.ts: .* imports (\w+):/.exec(problem)?.[1] ?? []);
}

const EACH = [
  'export function one() {}',
  'export async function* two() {}',
  'export const three = 3;',
  'export const { four, five: six } = three;',
  'export class Seven {}',
  'export type Eight = 8;',
  'const nine = 9;',
  'export { nine, nine as ten };',
].join('\n');

it('reports an export that no other file imports, however it is written', () => {
  expect(reported(EACH)).toEqual(['one', 'two', 'three', 'four', 'six', 'Seven', 'Eight', 'nine', 'ten']);
});

it.each([
  ["import { one, type Eight } from '../analysis/a.ts';", ['one', 'Eight']],
  ["import {\n  two,\n  three as other,\n} from '../analysis/a.ts';", ['two', 'three']],
  ["import type { Eight } from '../analysis/a.ts';", ['Eight']],
  ["export { six } from '../analysis/a.ts';", ['six']],
  ["import { one } from './a.ts';", []],
  ["import { one } from 'a.ts';", []],
])('does not report what is imported by %s', (importing, taken) => {
  const all = reported(EACH);
  expect(reported(EACH, importing)).toEqual(all.filter((name) => !taken.includes(name)));
});

it.each([
  "import * as a from '../analysis/a.ts';",
  "export * from '../analysis/a.ts';",
  "const a = await import('../analysis/a.ts');",
  "const a = new URL('../analysis/a.ts', import.meta.url);",
])('takes all exports for used by %s', (importing) => {
  expect(reported(EACH, importing)).toEqual([]);
});

it('takes a type for a part of the exports whose file uses it, but not a value', () => {
  expect(reported('export interface A {}\nexport const a: A = {};\nexport const b = a;', '')).toEqual([
    'a',
    'b',
  ]);
});

it('reports no entry: functions of Lambda and the client of its users', () => {
  expect(needlessExports([{ path: 'functions/http/a.ts', text: 'export const handler = 1;' }])).toEqual([]);
});
