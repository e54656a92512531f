// Insights as headed texts. Reads any object of texts, lists of texts, or `{ text }`: a new kind of insight shows up
// without a change here.
export interface InsightSection {
  /** `finding`: what to act on. */
  readonly part: 'summary' | 'finding' | 'background';
  readonly title: string;
  readonly texts: readonly string[];
}

const BACKGROUND: readonly string[] = ['business_context', 'context'];

const TITLES: ReadonlyMap<string, string> = new Map([
  ['summary', 'In short'],
  ['business_context', 'What this report is for'],
  ['context', 'Context given'],
]);

export function insightSections(
  ...insights: readonly (Readonly<Record<string, unknown>> | null | undefined)[]
): InsightSection[] {
  return insights.flatMap((insight) =>
    Object.entries(insight ?? {})
      .filter(([key]) => key !== 'generated_by')
      .map(([key, value]) => ({ part: partOf(key), title: titleOf(key), texts: textsOf(value) }))
      .filter(({ texts }) => texts.length > 0),
  );
}

function partOf(key: string): InsightSection['part'] {
  if (key === 'summary') return 'summary';
  return BACKGROUND.includes(key) ? 'background' : 'finding';
}

function titleOf(key: string): string {
  const words = key.replaceAll('_', ' ').replace('cross sells', 'cross-sells');
  return TITLES.get(key) ?? words.charAt(0).toUpperCase() + words.slice(1);
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value === 'object' && value !== null && 'text' in value) return textsOf(value.text);
  return [];
}
