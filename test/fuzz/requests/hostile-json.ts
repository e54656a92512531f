// JSON texts that break parsers, stores and printers: a hostile fragment in the place of a value or a
// member of a valid request, or a text that is damaged as a whole.
import fc from 'fast-check';
import { CODE_POINT } from '../../../quality/harness/random/code-points.ts';
import { replaced, sitesOf } from './nearly-valid-values.ts';
import type { Schema } from './valid-values.ts';
import { valid } from './valid-values.ts';

const DEEP = 100_000;

/** In the place of a value. */
const FRAGMENTS: readonly string[] = [
  `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`,
  `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
  '['.repeat(DEEP),
  '1e400',
  '-1e400',
  '1e308',
  '1e-320',
  '-0',
  '123456789012345678901234567890',
  '0.1e-130',
  '1e126',
  `1${'0'.repeat(10_000)}`,
  '"\\ud800"',
  '"a\\udc00b"',
  '"\\u0000"',
  '"\u0000"',
  '"\\u001b[2J\\r\\nSet-Cookie: a=b"',
  '"\\u202e\\u2028\\ufeff"',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"__proto__":null,"hasOwnProperty":1,"toString":"x","valueOf":null}',
  '{"length":1e9}',
  'NaN',
  'Infinity',
  'undefined',
  "'x'",
  '0x10',
  '01',
  '"x" "y"',
  '/* x */ 1',
  '"',
  `"${'A'.repeat(100_000)}"`,
];

/** Beside the members of an object. */
const MEMBERS: readonly string[] = [
  '"__proto__":{"polluted":1}',
  '"constructor":"x"',
  '"prototype":"x"',
  '"toString":"x"',
  '"\\u005f_proto__":1',
  '"orders":[]',
  '"dataset_id":"other"',
  '"\\ud800":"x"',
  '"custom:\\ud800":"\\udfff"',
  '"\\u0000\\u001b[31m":"x"',
  `"${'k'.repeat(100_000)}":"x"`,
  '"":""',
];

const PLACE = 'place-of-the-fragment';

export function hostileJson(schema: Schema): fc.Arbitrary<string> {
  const fragment = fc.oneof(
    fc.constantFrom(...FRAGMENTS),
    fc.string({ unit: CODE_POINT, maxLength: 20 }).map((text) => JSON.stringify(text)),
    fc.json({ maxDepth: 3 }),
  );
  const withFragment = valid(schema).chain((value) =>
    fc.tuple(fc.constantFrom(...sitesOf(schema, value, [])), fragment).map(([{ path }, text]) => {
      // Text, since no value has a prototype key that stays, or a number that is none.
      return JSON.stringify(replaced(value, path, PLACE)).replace(`"${PLACE}"`, () => text);
    }),
  );
  const json = valid(schema).map((value) => JSON.stringify(value));
  const withMember = fc
    .tuple(json, fc.constantFrom(...MEMBERS), fc.nat())
    .map(([text, member, nth]) => intoObject(text, member, nth));
  const damaged = fc
    .tuple(json, fc.nat(), fc.constantFrom('', '\0', '}', ',', '"', '\ufeff', '\u2028'))
    .map(([text, at, inserted]) => {
      const cut = at % (text.length + 1);
      return inserted === '' ? text.slice(0, cut) : text.slice(0, cut) + inserted + text.slice(cut);
    });
  return fc.oneof(
    { weight: 6, arbitrary: withFragment },
    { weight: 3, arbitrary: withMember },
    { weight: 2, arbitrary: damaged },
    fc.constantFrom(...FRAGMENTS),
    fc.json(),
  );
}

/** The member, first in one of the text's objects. */
function intoObject(text: string, member: string, nth: number): string {
  const braces = [...text.matchAll(/\{/g)].map(({ index }) => index);
  const at = (braces[nth % Math.max(1, braces.length)] ?? 0) + 1;
  const isEmpty = text[at] === '}';
  return `${text.slice(0, at)}${member}${isEmpty ? '' : ','}${text.slice(at)}`;
}
