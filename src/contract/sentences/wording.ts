// Figures in words, the same way everywhere: a fixed locale, so that a report reads alike on every machine.
import { type Currency, currencyDecimals } from './currency.ts';

type WriteAmount = (value: number) => string;

/** How amounts of a currency are written: with its decimals, without its name. */
export function amountsIn(currency: Currency): WriteAmount {
  const digits = currencyDecimals(currency);
  return (value) => decimals(value, digits);
}

/** With so many decimals. */
export function decimals(value: number, digits: number): string {
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** With at most so many decimals. */
function upTo(value: number, digits: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: digits });
}

export function whole(value: number): string {
  return upTo(value, 0);
}

/** "1 order was", "2 orders were"; `what` goes between: "2 orders without a date were". */
export function countOf(count: number, noun: string, what: string): string {
  return count === 1 ? `1 ${noun} ${what} was` : `${whole(count)} ${noun}s ${what} were`;
}

/** "1 customer", "2,345 customers". */
export function counted(count: number, noun: string): string {
  return `${whole(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `share`: 0..1. */
export function percent(share: number, digits = 1): string {
  return `${decimals(100 * share, digits)} %`;
}

/** "A", "A and B", "A, B and C". */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

// Which products are variants of one: HERB MARKER THYME and HERB MARKER MINT.

/** Words that two names must have in common. */
const LEAST_SHARED = 2;

/** True where the names share two words or more, and at least half of those of the shorter name. */
export function areVariants(one: string, other: string): boolean {
  const words = wordsOf(one);
  const others = wordsOf(other);
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared >= LEAST_SHARED && 2 * shared >= Math.min(words.size, others.size);
}

function wordsOf(name: string): Set<string> {
  return new Set(name.toLocaleLowerCase('en-US').match(/[\p{L}\p{N}]+/gu) ?? []);
}
