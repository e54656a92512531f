// Valid values with one fault: a missing, misspelt or additional member, a wrong type, or a value just over a limit;
// and hostile JSON.
import fc from 'fast-check';
import { CODE_POINT } from '../../../tools/harness/random/code-points.ts';
import {
  findLimit,
  generateValid,
  getPresent,
  getRoot,
  hasEntries,
  hasItem,
  hasKeyAndValue,
  hasOptions,
  isSchema,
  mayBeAbsent,
  NUMBERS_AT_LIMITS,
  type Schema,
} from './valid-values.ts';

// Hostile JSON breaks parsers, stores and printers: a fragment replaces a value of a valid request or becomes a member,
// or the whole text is damaged.
const DEEP = 100_000;

/** JSON fragments that replace a value. */
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

/** Members that are added to an object. */
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

export function generateHostileJson(schema: Schema): fc.Arbitrary<string> {
  const fragment = fc.oneof(
    fc.constantFrom(...FRAGMENTS),
    fc.string({ unit: CODE_POINT, maxLength: 20 }).map((text) => JSON.stringify(text)),
    fc.json({ maxDepth: 3 }),
  );
  const withFragment = generateValid(schema).chain((value) =>
    fc.tuple(fc.constantFrom(...listSites(schema, value, [])), fragment).map(([{ path }, text]) => {
      // Replaced in the text, because JSON.stringify drops __proto__ keys and cannot write invalid numbers.
      return JSON.stringify(replaceAt(value, path, PLACE)).replace(`"${PLACE}"`, () => text);
    }),
  );
  const json = generateValid(schema).map((value) => JSON.stringify(value));
  const withMember = fc
    .tuple(json, fc.constantFrom(...MEMBERS), fc.nat())
    .map(([text, member, nth]) => insertMember(text, member, nth));
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

/** Inserts the member as the first one of the n-th object in the text. */
function insertMember(text: string, member: string, nth: number): string {
  const braces = [...text.matchAll(/\{/g)].map(({ index }) => index);
  const at = (braces[nth % Math.max(1, braces.length)] ?? 0) + 1;
  const isEmpty = text[at] === '}';
  return `${text.slice(0, at)}${member}${isEmpty ? '' : ','}${text.slice(at)}`;
}

type Path = readonly (string | number)[];
/** A place in a value and its schema. */
interface Site {
  readonly path: Path;
  readonly schema: Schema;
}
/** The value that replaces a place; undefined removes the place. */
type Replacement = { readonly path: Path; readonly value: unknown };

export function generateNearlyValid(schema: Schema): fc.Arbitrary<unknown> {
  return generateValid(schema).chain((value) => {
    const faults = listSites(schema, value, []).flatMap((site) => listFaults(site, value));
    return fc.constantFrom(...faults).map(({ path, value: wrong }) => replaceAt(value, path, wrong));
  });
}

/** All places of a value that have a schema, the value itself included. */
function listSites(schema: Schema, value: unknown, path: Path): Site[] {
  const present = getPresent(schema);
  const here: Site = { path, schema: present };
  const root = getRoot(present);
  if (hasEntries(root) && isRecord(value)) {
    const members = Object.entries(root.entries).filter(([name]) => value[name] !== undefined);
    return [here, ...members.flatMap(([name, member]) => listSites(member, value[name], [...path, name]))];
  }
  if (hasKeyAndValue(root) && isRecord(value)) {
    const { value: member } = root;
    return [here, ...Object.keys(value).flatMap((name) => listSites(member, value[name], [...path, name]))];
  }
  if (hasItem(root) && Array.isArray(value)) {
    return [here, ...value.flatMap((item, i) => listSites(root.item, item, [...path, i]))];
  }
  return [here];
}

const VALUES_OF_EVERY_TYPE: readonly unknown[] = [null, true, 0, 1.5, 'x', '1', '', [], {}, [[]], { a: 1 }];

function listFaults({ path, schema }: Site, whole: unknown): Replacement[] {
  const value = getAt(whole, path);
  const root = getRoot(schema);
  const createFault = (wrong: unknown): Replacement => ({ path, value: wrong });
  const faults = VALUES_OF_EVERY_TYPE.filter((other) => getJsonType(other) !== getJsonType(value)).map(
    createFault,
  );
  if (root.type === 'string') faults.push(...createWrongLengths(schema).map(createFault));
  if (root.type === 'number') faults.push(...NUMBERS_AT_LIMITS.map(createFault));
  if (hasOptions(root)) {
    const words = root.options.filter((option) => !isSchema(option)).map(String);
    faults.push(
      ...words.flatMap((word) => [`${word} `, word.toLowerCase(), word.slice(0, -1)]).map(createFault),
    );
  }
  if (hasEntries(root) && isRecord(value)) {
    faults.push(createFault({ ...value, extra: 1 }));
    for (const [name, member] of Object.entries(root.entries)) {
      const { [name]: kept, ...rest } = value;
      if (kept !== undefined) faults.push(createFault({ ...rest, [omitMiddleLetter(name)]: kept }));
      if (!mayBeAbsent(member)) faults.push(createFault(rest));
    }
  }
  if (hasKeyAndValue(root))
    faults.push(
      createFault(createMembers(51)),
      createFault({ '': 'x' }),
      createFault({ ['k'.repeat(65)]: 'x' }),
    );
  if (hasItem(root) && Array.isArray(value)) {
    const most = findLimit(schema, 'max_length');
    const item: unknown = value[0];
    faults.push(createFault([]));
    if (most !== undefined && item !== undefined)
      faults.push(createFault(Array(most).fill(item)), createFault(Array(most + 1).fill(item)));
  }
  return faults;
}

function createWrongLengths(schema: Schema): string[] {
  const most = findLimit(schema, 'max_length');
  const least = findLimit(schema, 'min_length') ?? 0;
  return [
    ...(least > 0 ? ['x'.repeat(least - 1)] : []),
    ...(most === undefined
      ? ['x'.repeat(5_000)]
      : ['x'.repeat(most + 1), '😀'.repeat(Math.ceil((most + 1) / 2))]),
  ];
}

function omitMiddleLetter(name: string): string {
  const middle = Math.floor(name.length / 2);
  return name.slice(0, middle) + name.slice(middle + 1);
}

function createMembers(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'x']));
}

function getJsonType(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function getAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (Array.isArray(inner)) return inner[Number(key)];
    return isRecord(inner) ? inner[key] : undefined;
  }, value);
}

/** Returns a copy with one place replaced. */
function replaceAt(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.with(Number(key), replaceAt(value[Number(key)], rest, by));
  if (!isRecord(value)) return value;
  return { ...value, [key]: replaceAt(value[key], rest, by) };
}
