// The bounds that a JSON text is checked against before it is parsed.
import { expect, it } from 'vitest';
import { findExcess } from '../../src/http/bodies/read-body.ts';

const limits = { structuralCharacters: 6, depth: 3 };
const findExcessIn = (json: string) => findExcess(Buffer.from(json), limits);

it.each<[string, ReturnType<typeof findExcessIn>]>([
  ['{"a":[1,2],"b":3}', undefined],
  ['{"a":[1,2],"b":3,"c":4}', 'too many structural characters'],
  ['[{},{},{},{}]', 'too many structural characters'],
  ['[[[1]]]', undefined],
  ['[[[[1]]]]', 'nested too deeply'],
  ['[[],[],[]]', undefined],
  ['{"{[[[[,,,,,,,,::::":1}', undefined],
  ['{"\\"[[[[,,,,,,":"\\\\"}', undefined],
  ['"é😀,,,,,,,,[[[["', undefined],
  ['"never ends [[[[,,,,,,,,', undefined],
  ['"ends with a backslash \\', undefined],
  [']]]][[[', undefined],
  ['', undefined],
])('finds that %s exceeds: %s', (json, expected) => {
  expect(findExcessIn(json)).toBe(expected);
});

it('counts as many structural characters as the parsed value has', () => {
  const value = { orders: [{ id: 'a,b', lines: [{ n: 1, m: null }, {}] }], more: ['{', ':', '"'] };
  // 7 opening brackets and braces, 6 commas outside of strings, 6 colons.
  const json = Buffer.from(JSON.stringify(value));
  const findBeyond = (structuralCharacters: number) => findExcess(json, { structuralCharacters, depth: 64 });
  expect([findBeyond(19), findBeyond(18)]).toEqual([undefined, 'too many structural characters']);
});
