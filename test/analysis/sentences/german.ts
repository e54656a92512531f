// German as tests read it: figures, and what would be English in it.
import type { FigureFormats } from '../../../src/contract/sentences/figures.ts';

const fixed = (value: number, digits = 0): string =>
  value.toLocaleString('de', { minimumFractionDigits: digits, maximumFractionDigits: digits });

export const GERMAN_FIGURES: FigureFormats = {
  whole: (value) => fixed(value),
  fixed,
  percent: (share) => `${fixed(100 * share, 1)}\u00A0%`,
  money: (amount) => `${fixed(amount, 2)}\u00A0€`,
  moneyIn: (amount, currency) => `${fixed(amount, 2)}\u00A0${currency}`,
  day: (date) => date.split('-').reverse().join('.'),
};

/** Words that are common in English, and no words of German. */
const ENGLISH =
  /\b(?:the|of|and|with|is|are|were|which|who|that|this|their|them|from|by|for|customers?|orders?|rows?|spent|days?|not|without|buyers?|products?|baskets?|rules?|expected|it|its|has|have)\b/giu;

/** English words in a German text; names of fields of the API don't count. */
export function englishLeftIn(text: string): string[] {
  const prose = text.replaceAll(/\{[^}]*\}|\b\w+[_.:]\w[\w.:]*/g, '').replaceAll('Log-Rank', '');
  return prose.match(ENGLISH) ?? [];
}
