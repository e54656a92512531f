// What a report was asked for, as facts.
import type { FinishedReport, MbaReport } from '../../client/src/index.ts';
import { listed } from '../names.ts';
import type { Fact } from '../table.ts';
import { fact, type Say } from './shown.ts';

export function askedFor(report: FinishedReport, say: Say): Fact[] {
  const { t, day } = say;
  const { settings, reference_date } = report;
  const { dateRange: range, conditions = [] } = settings.filters ?? {};
  return [
    ...fact(t('Reference date'), reference_date, day),
    ...fact(t('Template'), settings.template, String),
    ...fact(t('Customers'), settings.customer_scope, (scope) => scope.replaceAll('_', ' ')),
    ...fact(t('Time zone'), settings.time_zone, String),
    ...fact(t('Dates'), range, ({ start, end }) =>
      t('{from} to {to}', {
        from: start === undefined ? t('the beginning') : day(start),
        to: end === undefined ? t('the end') : day(end),
      }),
    ),
    ...conditions.map(
      ({ field, operator, value, valueTo }): Fact => [
        t('Only rows where'),
        `${field} ${operator.replaceAll('_', ' ')} ${value}${typeof valueTo === 'number' ? ` – ${valueTo}` : ''}`,
      ],
    ),
    ...('cohort_by' in settings ? fact(t('Cohorts by'), settings.cohort_by, String) : []),
    ...('product_level' in settings
      ? fact(t('Products by'), settings.product_level, (level) => [level].flat().join(', '))
      : []),
    ...(report.report_type === 'MBA' ? askedRules(report.settings, say) : []),
  ];
}

function askedRules(settings: MbaReport['settings'], { t }: Say): Fact[] {
  const { rules = {} } = settings;
  const names = (all: readonly string[]): string => listed(all, ', ');
  return [
    ...fact(t('One basket per'), settings.scope, String),
    ...fact(t('Products identified by'), settings.product_identifier, String),
    ...fact(t('Minimum support'), settings.min_support, String),
    ...fact(t('Minimum confidence'), settings.min_confidence, String),
    ...fact(t('Rules must contain'), rules.must_contain, names),
    ...fact(t('Only antecedents'), rules.antecedents, names),
    ...fact(t('Only consequents'), rules.consequents, names),
    ...fact(t('Excluded products'), rules.exclude, names),
    ...fact(t('Maximum products'), rules.max_products, String),
    ...fact(t('Maximum antecedents'), rules.max_antecedents, String),
    ...fact(t('Maximum consequents'), rules.max_consequents, String),
    ...fact(t('Minimum lift'), rules.min_lift, String),
    ...fact(t('Maximum corrected p-value'), rules.max_p_value_corrected, String),
    ...fact(t('Redundant rules'), rules.redundant, () => t('left out')),
  ];
}
