// Describes the settings of a report in words: days, customers, rows. They distinguish reports.
import type { FinishedReport, ReportSummary } from '../../../packages/client/src/index.ts';
import { fill, isolateName } from '../../../packages/report-parts/names.ts';
import { formatDay, formatNumber, getTexts } from '../app/words/language.ts';
import { workTexts } from '../app/words/work-texts.ts';

type Covers = ReportSummary['covers'];

/** Empty for all orders. */
export function describeCoverage({ customer_scope: scope, filters }: Covers): string[] {
  const { builder: said } = workTexts();
  return [
    ...(scope === 'all' ? [] : [said.customerScopes[scope]]),
    ...filters.conditions.map(({ field, operator, value, valueTo }) => {
      const own = field.startsWith('custom:') ? field.slice('custom:'.length) : undefined;
      const names: Readonly<Record<string, string>> = said.fields;
      const shown = typeof value === 'number' ? formatNumber(value, Number.isInteger(value) ? 0 : 2) : value;
      const words = `${isolateName(own ?? names[field] ?? field)} ${said.operators[operator]} ${isolateName(shown)}`;
      return valueTo === undefined ? words : `${words} – ${formatNumber(valueTo)}`;
    }),
  ];
}

/** `reference`: the day from which ages are counted, if the range has no end. */
export function describePeriod({ filters: { dateRange } }: Covers, reference?: string | null): string {
  const { report: said } = getTexts();
  const [start, end] = [dateRange?.start, dateRange?.end ?? reference];
  if (start === undefined) return end == null ? said.allDays : fill(said.until, { end: formatDay(end) });
  return end == null
    ? fill(said.since, { start: formatDay(start) })
    : fill(said.between, { start: formatDay(start), end: formatDay(end) });
}

/** Describes a report for its heading: its days, customers and conditions. */
export function describeHeading({
  settings,
  reference_date,
  currency,
  dataset_id,
}: FinishedReport): string[] {
  const { report: said } = getTexts();
  return [
    describePeriod(settings, reference_date),
    ...describeCoverage(settings),
    fill(said.on, { dataset: dataset_id }),
    ...(reference_date == null ? [] : [fill(said.counted, { at: formatDay(reference_date) })]),
    currency == null ? said.noCurrency : fill(said.amounts, { currency }),
  ];
}
