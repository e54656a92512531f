// Stores the findings of a market basket report for comparison with the next one: the best rules with their figures,
// before any is cut for the size of the report, and a key of every other rule. They name products, never customers.

import { hash64 } from '../customer-lists/customer-ids.ts';
import type { NameHash } from '../mining/rules/rule.ts';
import { toRuleKey } from '../mining/rules/rule-keys.ts';

export interface ComparedRule {
  readonly antecedents: readonly string[];
  readonly consequents: readonly string[];
  readonly support: number;
  readonly confidence: number;
  readonly lift: number;
  readonly incremental_value: number;
}

export interface FoundRules {
  /** The best rules, best first. */
  readonly rules: readonly ComparedRule[];
  /** Rules found in all. */
  readonly count: number;
  /** Keys of all rules found, ascending. Undefined if `rules` holds all of them, or if there are too many. */
  readonly keys: Float64Array | undefined;
}

/** Most keys stored: 4 MB. */
export const MAX_KEYS = 2 ** 19;

/** Whether a report found a rule that is not among its best; undefined if this cannot be decided. */
export function hasFound(
  { rules, count, keys }: FoundRules,
  { antecedents, consequents }: Pick<ComparedRule, 'antecedents' | 'consequents'>,
): boolean | undefined {
  if (count === rules.length) return false;
  if (keys === undefined) return undefined;
  const key = toRuleKey(antecedents, consequents, hashOfName);
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? Number.POSITIVE_INFINITY) < key) low = middle + 1;
    else high = middle;
  }
  return keys[low] === key;
}

export const hashOfName: NameHash = hash64;

type Row = readonly [
  antecedents: readonly number[],
  consequents: readonly number[],
  support: number,
  confidence: number,
  lift: number,
  incremental_value: number,
];

interface Head {
  readonly count: number;
  readonly products: readonly string[];
  readonly rules: readonly Row[];
}

/** Length of the JSON that follows, little-endian; the JSON; the keys, little-endian doubles. */
export function packFoundRules({ rules, count, keys }: FoundRules): Uint8Array {
  const places = new Map<string, number>();
  const placeNames = (names: readonly string[]): number[] =>
    names.map((name) => {
      const place = places.get(name) ?? places.size;
      places.set(name, place);
      return place;
    });
  const rows = rules.map(
    (rule): Row => [
      placeNames(rule.antecedents),
      placeNames(rule.consequents),
      rule.support,
      rule.confidence,
      rule.lift,
      rule.incremental_value,
    ],
  );
  const head: Head = { count, products: [...places.keys()], rules: rows };
  const json = new TextEncoder().encode(JSON.stringify(head));
  const packed = new Uint8Array(4 + json.length + 8 * (keys?.length ?? 0));
  const view = new DataView(packed.buffer);
  view.setUint32(0, json.length, true);
  packed.set(json, 4);
  keys?.forEach((key, at) => {
    view.setFloat64(4 + json.length + 8 * at, key, true);
  });
  return packed;
}

/** Throws for bytes that `packFoundRules` did not write. */
export function unpackFoundRules(packed: Uint8Array): FoundRules {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const start = packed.byteLength < 4 ? 0 : 4 + view.getUint32(0, true);
  const count = (packed.byteLength - start) / 8;
  if (start === 0 || count < 0 || !Number.isInteger(count))
    throw new Error(`found rules: ${packed.byteLength} bytes do not hold what they announce`);
  const head: Head = JSON.parse(new TextDecoder().decode(packed.subarray(4, start)));
  const getProductName = (place: number): string => {
    const name = head.products[place];
    if (name === undefined) throw new Error(`found rules: no product ${place}`);
    return name;
  };
  return {
    count: head.count,
    rules: head.rules.map(
      ([antecedents, consequents, support, confidence, lift, incremental_value]): ComparedRule => ({
        antecedents: antecedents.map(getProductName),
        consequents: consequents.map(getProductName),
        support,
        confidence,
        lift,
        incremental_value,
      }),
    ),
    keys:
      count === 0
        ? undefined
        : Float64Array.from({ length: count }, (_, at) => view.getFloat64(start + 8 * at, true)),
  };
}
