// Insights as headed texts, the same for every audience: the members of a body's insights, whatever its type. A new
// kind of insight shows up without a change here.

import { h } from 'preact';
import type { AnySentence } from '../../src/contract/sentences/sentence.ts';
import type { FinishedReport, RfmReport } from '../client/src/index.ts';
import { type SaySentences, sayAsWritten } from './sentences.ts';

type KeysOf<T> = T extends object ? keyof T : never;
/** Names of insights for which the console has titles. */
export type InsightKey = Exclude<
  KeysOf<FinishedReport['ai_insights']> | KeysOf<RfmReport['ai_strategic_insights']>,
  'generated_by' | `${string}_coded`
>;

/** In English, where the key in words (`value_at_risk`: Value at risk) is not the title. */
export const INSIGHT_TITLES: Readonly<Record<string, string>> = {
  summary: 'In short',
  cross_sells: 'Cross-sells',
  business_context: 'What this report is for',
  context: 'Context given',
};

export interface Insight {
  readonly key: string;
  /** `finding`: what to act on. `evidence`: how figures were computed and tested. */
  readonly part: 'summary' | 'finding' | 'background' | 'evidence';
  readonly texts: readonly string[];
}

const BACKGROUND: readonly string[] = ['business_context', 'context'];
/** How forecasts and rules were chosen and how well they did. */
const EVIDENCE: readonly string[] = ['predictions', 'tried'];

/** Suffix of the member with a text's codes: `summary_coded`. */
const CODED = '_coded';

/** Reads any object of texts, lists of texts, or `{ text }`. */
export function listInsights(...insights: readonly (object | null | undefined)[]): Insight[] {
  return sayInsights(sayAsWritten, ...insights);
}

/** The same, as `say` has them in the reader's language. */
export function sayInsights(
  say: SaySentences,
  ...insights: readonly (object | null | undefined)[]
): Insight[] {
  return insights.flatMap((insight) => {
    const members = new Map<string, unknown>(Object.entries(insight ?? {}));
    return [...members]
      .filter(([key]) => key !== 'generated_by' && !key.endsWith(CODED))
      .map(([key, value]) => ({
        key,
        part: getPart(key),
        texts: listTexts(say, value, members.get(key + CODED)),
      }))
      .filter(({ texts }) => texts.length > 0);
  });
}

function getPart(key: string): Insight['part'] {
  if (key === 'summary') return 'summary';
  if (EVIDENCE.includes(key)) return 'evidence';
  return BACKGROUND.includes(key) ? 'background' : 'finding';
}

function listTexts(say: SaySentences, value: unknown, coded: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [say(value, readSentences(coded))];
  if (Array.isArray(value)) return value.flatMap((one) => listTexts(say, one, undefined));
  if (typeof value !== 'object' || value === null || !('text' in value)) return [];
  return listTexts(say, value.text, 'text_coded' in value ? value.text_coded : undefined);
}

function readSentences(coded: unknown): AnySentence[] | undefined {
  return Array.isArray(coded) && coded.every(isSentence) ? coded : undefined;
}

function isSentence(one: unknown): one is AnySentence {
  return (
    typeof one === 'object' &&
    one !== null &&
    'code' in one &&
    typeof one.code === 'string' &&
    'params' in one &&
    typeof one.params === 'object'
  );
}

/** Returns the key in words for a kind that has no title. */
export function getInsightTitle(key: string, titles: Readonly<Record<string, string>>): string {
  return (Object.hasOwn(titles, key) && titles[key]) || toWords(key);
}

/** `lead_time` as `Lead time`. */
export function toWords(key: string): string {
  const words = key.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface InsightsProps {
  readonly insights: readonly Insight[];
  readonly titles: Readonly<Record<string, string>>;
}

/** The summary as paragraphs, each finding below its title; background apart, as a list of its own. */
export function Insights({ insights, titles }: InsightsProps) {
  const [opening, titled] = [insights.filter(isSummary), insights.filter((one) => !isSummary(one))];
  return [
    ...opening.flatMap(({ texts }) => texts.map((text) => h('p', null, text))),
    h(
      'div',
      { class: 'insights' },
      titled.map(({ key, texts }) =>
        h('div', { key }, h('h3', null, getInsightTitle(key, titles)), h(Texts, { texts })),
      ),
    ),
  ];
}

function isSummary({ part }: Insight): boolean {
  return part === 'summary';
}

/** One as a paragraph, several as a list. */
function Texts({ texts }: { readonly texts: readonly string[] }) {
  if (texts.length === 1) return h('p', null, texts[0]);
  return h(
    'ul',
    null,
    texts.map((text) => h('li', null, text)),
  );
}
