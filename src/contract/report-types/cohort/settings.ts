// The settings that only cohort reports have.
import * as v from 'valibot';
import { InvalidRequestError } from '../../errors/errors.ts';
import { integerFrom, orNull } from '../../schema/fields.ts';
import { getKeys } from '../../schema/keys.ts';
import { MAX_CUSTOM_KEY_LENGTH } from '../../schema/limits.ts';
import type { Shape } from '../../schema/shape.ts';
import { CUSTOM_PREFIX } from '../../settings/product-levels.ts';
import type { ReportSettings } from '../../settings/settings.ts';
import { mbaParams } from '../market-basket/settings.ts';
import { nextProductsParams } from '../next-products.ts';
import { echoShared } from '../settings-echo.ts';
import {
  COHORT_PERIODS,
  type CohortPeriod,
  DEFAULT_GROUP_CUSTOMERS,
  DEFAULT_PERIOD,
  LEAST_GROUP_CUSTOMERS,
  MOST_GROUP_CUSTOMERS,
} from './limits.ts';
import type { cohortSettings } from './schema.ts';
import { COHORT_TEMPLATES } from './templates.ts';

const FIRST_PRODUCT = 'first_product';

export interface CohortSettings extends ReportSettings {
  /** The calendar period that makes a cohort. */
  readonly cohortBy: CohortPeriod;
  /** Where customers are compared by what their first order was, too. `by`: as the request names it. */
  readonly groups?: { readonly by: string; readonly leastCustomers: number } | undefined;
}

const isPeriod = (by: string): by is CohortPeriod => COHORT_PERIODS.some((period) => period === by);
// JSON Schema has no flags: without `u`, a character can count twice.
const COHORT_BY = new RegExp(
  `^(${[...COHORT_PERIODS, FIRST_PRODUCT].join('|')}|${CUSTOM_PREFIX}[\\s\\S]{1,${2 * MAX_CUSTOM_KEY_LENGTH}})$`,
);

export const cohortParams = {
  cohort_by: orNull(
    v.pipe(
      v.string('expected a string'),
      v.regex(COHORT_BY, `expected one of ${[...COHORT_PERIODS, FIRST_PRODUCT].join(', ')} or custom:<key>`),
    ),
    `COHORT: the calendar period of the first purchase that customers are grouped by (week, month or quarter; weeks begin on Mondays, ISO 8601). first_product, or custom:<key> for the values of a custom field, compares customers by what their first order was as well: the goods in it that most was paid for; cohorts are then of a ${DEFAULT_PERIOD}. Default: ${DEFAULT_PERIOD}.`,
    { examples: ['month', FIRST_PRODUCT, 'custom:category'] },
  ),
  cohort_min_customers: orNull(
    integerFrom(LEAST_GROUP_CUSTOMERS, MOST_GROUP_CUSTOMERS),
    `COHORT, by first_product or a custom field: customers that a group has at least, ${LEAST_GROUP_CUSTOMERS} to ${MOST_GROUP_CUSTOMERS}. Smaller groups count among all others. Default: ${DEFAULT_GROUP_CUSTOMERS}.`,
  ),
  leave_out: mbaParams.leave_out,
  ...nextProductsParams,
};
const params = v.object(cohortParams);

/** Throws InvalidRequestError for the size of groups in a report without them. */
export function resolveCohortSettings(
  shared: ReportSettings,
  given: Readonly<Record<string, unknown>>,
): CohortSettings {
  const { cohort_by: by = DEFAULT_PERIOD, cohort_min_customers, leave_out } = v.parse(params, given);
  if (isPeriod(by)) {
    if (cohort_min_customers !== undefined)
      throw new InvalidRequestError(
        'params.cohort_min_customers',
        `expected cohort_by ${FIRST_PRODUCT} or custom:<key> beside it`,
      );
    return { ...shared, cohortBy: by };
  }
  return {
    ...{ ...shared, cohortBy: DEFAULT_PERIOD },
    leaveOut: { notGoods: typeof leave_out === 'object' ? leave_out : undefined },
    productLevel: by === FIRST_PRODUCT ? undefined : by.slice(CUSTOM_PREFIX.length),
    groups: { by, leastCustomers: cohort_min_customers ?? DEFAULT_GROUP_CUSTOMERS },
  };
}

export function echoCohortSettings(settings: CohortSettings): Shape<typeof cohortSettings> {
  const { cohortBy, groups, productIdentifier, leaveOut } = settings;
  return {
    ...echoShared(settings, getKeys(COHORT_TEMPLATES)),
    cohort_by: groups?.by ?? cohortBy,
    ...(groups && {
      product_identifier: productIdentifier,
      cohort_min_customers: groups.leastCustomers,
      leave_out: leaveOut?.notGoods ?? 'not_goods',
    }),
  };
}
