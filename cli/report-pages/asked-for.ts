// What a report was asked for, as label and value.
import { type Fact, fact, instant } from './report-facts.ts';
import type { ReportHead, ShownReport } from './shown-report.ts';

export function settingFacts({ head, settings: own }: ShownReport): Fact[] {
  const { settings, reference_date } = head;
  const range = settings?.filters?.dateRange;
  const conditions = settings?.filters?.conditions ?? [];
  return [
    ...fact('Reference date', reference_date, String),
    ...fact('Template', settings?.template, String),
    ...fact('Customers', settings?.customer_scope, (scope) => scope.replaceAll('_', ' ')),
    ...fact('Time zone', settings?.time_zone, String),
    ...fact('Dates', range, ({ start, end }) => `${start ?? 'the beginning'} to ${end ?? 'the end'}`),
    ...conditions.map(
      ({ field, operator, value, valueTo }): Fact => [
        'Only rows where',
        `${field} ${operator.replaceAll('_', ' ')} ${value}${typeof valueTo === 'number' ? ` and ${valueTo}` : ''}`,
      ],
    ),
    ...own,
  ];
}

/** Currency and period: no figure can be read without them. */
export function measures(head: ReportHead): string[] {
  const { currency, rates_source } = head;
  const amounts = currency === null ? 'Currency not stated' : `Amounts in ${currency}`;
  return [...(currency === undefined ? [] : [amounts]), ...converted(rates_source), ...period(head)];
}

/** Where the rates are from, of reports on prices of several currencies. */
export function converted(source: ReportHead['rates_source']): string[] {
  return source ? [`Other currencies converted at the rates of ${source}`] : [];
}

/** Without a range, the first day is that of the oldest order, which only a report on files names. */
function period({ reference_date, settings, source_summary }: ReportHead): string[] {
  const { start = source_summary?.first_date, end = reference_date } = settings?.filters?.dateRange ?? {};
  if (start) return [end ? `Orders from ${start} to ${end}` : `Orders from ${start} on`];
  return end ? [`Orders up to ${end}`] : [];
}

/** One line: kind, id, dataset, time, status. */
export function provenance(head: ReportHead): string {
  const { report_type, report_id, dataset_id, created_at, status } = head;
  return [`${report_type} report ${report_id}`, `dataset ${dataset_id}`, instant(created_at), status].join(
    ' · ',
  );
}
