// Insights as headed texts. Reads any object of texts, lists of texts, or `{ text }`: a new kind of insight shows up
// without a change here.
export interface InsightSection {
  readonly title: string;
  readonly texts: readonly string[];
}

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
      .map(([key, value]) => ({ title: titleOf(key), texts: textsOf(value) }))
      .filter(({ texts }) => texts.length > 0),
  );
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
