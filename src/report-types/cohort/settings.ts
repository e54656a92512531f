// The settings that only cohort reports have.
import * as v from 'valibot';
import { COHORT_PERIODS, type CohortPeriod } from '../../core/cohorts/periods.ts';
import type { ReportSettings } from '../../core/settings/settings.ts';
import { described } from '../../schema/described.ts';
import { oneOf, orNull } from '../../schema/fields.ts';
import { keysOf } from '../../schema/keys.ts';
import type { Shape } from '../../schema/shape.ts';
import { echoShared } from '../settings-echo.ts';
import type { cohortSettings } from './schema.ts';
import { TEMPLATES } from './templates.ts';

const DEFAULT_COHORT_BY = 'month';

export interface CohortSettings extends ReportSettings {
  /** The calendar period that makes a cohort. */
  readonly cohortBy: CohortPeriod;
}

export const cohortParams = {
  cohort_by: orNull(
    described(
      oneOf(COHORT_PERIODS),
      `COHORT: the calendar period of the first purchase that customers are grouped by. Weeks begin on Mondays (ISO 8601). Default: ${DEFAULT_COHORT_BY}.`,
    ),
  ),
};
const params = v.object(cohortParams);

export function cohortSettingsOf(
  shared: ReportSettings,
  given: Readonly<Record<string, unknown>>,
): CohortSettings {
  return { ...shared, cohortBy: v.parse(params, given).cohort_by ?? DEFAULT_COHORT_BY };
}

export function echoCohortSettings(settings: CohortSettings): Shape<typeof cohortSettings> {
  return { ...echoShared(settings, keysOf(TEMPLATES)), cohort_by: settings.cohortBy };
}
