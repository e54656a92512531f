// A valid value with one thing wrong: a member missing, misspelt or too many, a wrong type, a step over a limit.
import fc from 'fast-check';
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
export function sitesOf(schema: Schema, value: unknown, path: Path): Site[] {
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
export function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.with(Number(key), replaced(value[Number(key)], rest, by));
  if (!isRecord(value)) return value;
  return { ...value, [key]: replaced(value[key], rest, by) };
}
