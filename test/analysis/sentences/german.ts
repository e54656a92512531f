// German formats of figures, and a search for English words in German texts.
import type { FigureFormats } from '../../../src/contract/sentences/figures.ts';

const formatFixed = (value: number, digits = 0): string =>
  value.toLocaleString('de', { minimumFractionDigits: digits, maximumFractionDigits: digits });

export const GERMAN_FIGURES: FigureFormats = {
  whole: (value) => formatFixed(value),
  fixed: formatFixed,
  percent: (share) => `${formatFixed(100 * share, 1)}\u00A0%`,
  money: (amount) => `${formatFixed(amount, 2)}\u00A0€`,
  moneyIn: (amount, currency) => `${formatFixed(amount, 2)}\u00A0${currency}`,
  day: (date) => date.split('-').reverse().join('.'),
};

/** Common English words that are not German words. */
const ENGLISH =
  /\b(?:the|of|and|with|is|are|were|which|who|that|this|their|them|from|by|for|customers?|orders?|rows?|spent|days?|not|without|buyers?|products?|baskets?|rules?|expected|it|its|has|have)\b/giu;

/** Finds English words in a German text, except names of API fields. */
export function findEnglishWords(text: string): string[] {
  const prose = text.replaceAll(/\{[^}]*\}|\b\w+[_.:]\w[\w.:]*/g, '').replaceAll('Log-Rank', '');
  return prose.match(ENGLISH) ?? [];
}
