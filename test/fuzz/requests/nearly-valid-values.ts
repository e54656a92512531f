// A valid value with one thing wrong: a member missing, misspelt or too many, a wrong type, a step over a limit.
import fc from 'fast-check';
import { CODE_POINT } from '../../../tools/harness/random/code-points.ts';
import {
  hasEntries,
  hasItem,
  hasKeyAndValue,
  hasOptions,
  isSchema,
  limitOf,
  mayBeAbsent,
  NUMBERS_AT_LIMITS,
  presentOf,
  rootOf,
  type Schema,
  valid,
} from './valid-values.ts';

// JSON texts that break parsers, stores and printers: a hostile fragment in the place of a value or a
// member of a valid request, or a text that is damaged as a whole.
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

type Path = readonly (string | number)[];
/** A place in a value, and the schema that it is held to. */
interface Site {
  readonly path: Path;
  readonly schema: Schema;
}
/** What a place is replaced by; undefined removes it. */
type Replacement = { readonly path: Path; readonly value: unknown };

export function nearlyValid(schema: Schema): fc.Arbitrary<unknown> {
  return valid(schema).chain((value) => {
    const faults = sitesOf(schema, value, []).flatMap((site) => faultsAt(site, value));
    return fc.constantFrom(...faults).map(({ path, value: wrong }) => replaced(value, path, wrong));
  });
}

/** All places of a value that a schema says something about, itself included. */
function sitesOf(schema: Schema, value: unknown, path: Path): Site[] {
  const present = presentOf(schema);
  const here: Site = { path, schema: present };
  const root = rootOf(present);
  if (hasEntries(root) && isRecord(value)) {
    const members = Object.entries(root.entries).filter(([name]) => value[name] !== undefined);
    return [here, ...members.flatMap(([name, member]) => sitesOf(member, value[name], [...path, name]))];
  }
  if (hasKeyAndValue(root) && isRecord(value)) {
    const { value: member } = root;
    return [here, ...Object.keys(value).flatMap((name) => sitesOf(member, value[name], [...path, name]))];
  }
  if (hasItem(root) && Array.isArray(value)) {
    return [here, ...value.flatMap((item, i) => sitesOf(root.item, item, [...path, i]))];
  }
  return [here];
}

const OF_EVERY_TYPE: readonly unknown[] = [null, true, 0, 1.5, 'x', '1', '', [], {}, [[]], { a: 1 }];

function faultsAt({ path, schema }: Site, whole: unknown): Replacement[] {
  const value = at(whole, path);
  const root = rootOf(schema);
  const here = (wrong: unknown): Replacement => ({ path, value: wrong });
  const faults = OF_EVERY_TYPE.filter((other) => typeOf(other) !== typeOf(value)).map(here);
  if (root.type === 'string') faults.push(...overLong(schema).map(here));
  if (root.type === 'number') faults.push(...NUMBERS_AT_LIMITS.map(here));
  if (hasOptions(root)) {
    const words = root.options.filter((option) => !isSchema(option)).map(String);
    faults.push(...words.flatMap((word) => [`${word} `, word.toLowerCase(), word.slice(0, -1)]).map(here));
  }
  if (hasEntries(root) && isRecord(value)) {
    faults.push(here({ ...value, extra: 1 }));
    for (const [name, member] of Object.entries(root.entries)) {
      const { [name]: kept, ...rest } = value;
      if (kept !== undefined) faults.push(here({ ...rest, [misspelt(name)]: kept }));
      if (!mayBeAbsent(member)) faults.push(here(rest));
    }
  }
  if (hasKeyAndValue(root))
    faults.push(here(manyMembers(51)), here({ '': 'x' }), here({ ['k'.repeat(65)]: 'x' }));
  if (hasItem(root) && Array.isArray(value)) {
    const most = limitOf(schema, 'max_length');
    const item: unknown = value[0];
    faults.push(here([]));
    if (most !== undefined && item !== undefined)
      faults.push(here(Array(most).fill(item)), here(Array(most + 1).fill(item)));
  }
  return faults;
}

function overLong(schema: Schema): string[] {
  const most = limitOf(schema, 'max_length');
  const least = limitOf(schema, 'min_length') ?? 0;
  return [
    ...(least > 0 ? ['x'.repeat(least - 1)] : []),
    ...(most === undefined
      ? ['x'.repeat(5_000)]
      : ['x'.repeat(most + 1), '😀'.repeat(Math.ceil((most + 1) / 2))]),
  ];
}

/** One letter left out of the middle. */
function misspelt(name: string): string {
  const middle = Math.floor(name.length / 2);
  return name.slice(0, middle) + name.slice(middle + 1);
}

function manyMembers(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'x']));
}

function typeOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (Array.isArray(inner)) return inner[Number(key)];
    return isRecord(inner) ? inner[key] : undefined;
  }, value);
}

/** A copy with one place replaced. */
function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.with(Number(key), replaced(value[Number(key)], rest, by));
  if (!isRecord(value)) return value;
  return { ...value, [key]: replaced(value[key], rest, by) };
}
