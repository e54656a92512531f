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

/** One line: kind, id, dataset, currency of the amounts, time, status. */
export function provenance(head: ReportHead): string {
  const { report_type, report_id, dataset_id, currency, created_at, status } = head;
  const amounts = currency ? [`amounts in ${currency}`] : [];
  return [
    `${report_type} report ${report_id}`,
    `dataset ${dataset_id}`,
    ...amounts,
    instant(created_at),
    status,
  ].join(' · ');
}
