// Figures in words, the same way everywhere: a fixed locale, so that a report reads alike on every machine.
import { type Currency, getCurrencyDecimals } from './currency.ts';

type WriteAmount = (value: number) => string;

/** How amounts of a currency are written: with its decimals, without its name. */
export function createAmountFormat(currency: Currency): WriteAmount {
  const digits = getCurrencyDecimals(currency);
  return (value) => formatDecimals(value, digits);
}

/** Formats with exactly `digits` decimals. */
export function formatDecimals(value: number, digits: number): string {
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Formats with at most `digits` decimals. */
function formatUpTo(value: number, digits: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: digits });
}

export function formatWhole(value: number): string {
  return formatUpTo(value, 0);
}

/** "1 order was", "2 orders were"; `what` goes between: "2 orders without a date were". */
export function describeCount(count: number, noun: string, what: string): string {
  return count === 1 ? `1 ${noun} ${what} was` : `${formatWhole(count)} ${noun}s ${what} were`;
}

/** "1 customer", "2,345 customers". */
export function formatCount(count: number, noun: string): string {
  return `${formatWhole(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `share`: 0..1. */
export function formatPercent(share: number, digits = 1): string {
  return `${formatDecimals(100 * share, digits)} %`;
}

/** A share that someone chose, 0..1, with its own decimals: "1 %", "0.25 %". */
export function formatChosenPercent(share: number): string {
  return `${formatUpTo(100 * share, 6)} %`;
}

/** "A", "A and B", "A, B and C". */
export function joinWithAnd(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

// Which products are variants of one: HERB MARKER THYME and HERB MARKER MINT.

/** Words that two names must have in common. */
const LEAST_SHARED = 2;

/** True where the names share two words or more, and at least half of those of the shorter name. */
export function areVariants(one: string, other: string): boolean {
  const words = splitWords(one);
  const others = splitWords(other);
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared >= LEAST_SHARED && 2 * shared >= Math.min(words.size, others.size);
}

function splitWords(name: string): Set<string> {
  return new Set(name.toLocaleLowerCase('en-US').match(/[\p{L}\p{N}]+/gu) ?? []);
}
