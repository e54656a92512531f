// When an audience is refreshed without a request.

import { nextDue } from '../core/schedules/expression.ts';
import type { AudienceItem } from '../stores/audiences/audience-item.ts';

/** Imports of shops' events come every minute; each refresh may request a report. */
export const AFTER_IMPORT = 'rate(1 hour)';

/** The time from now on; undefined if it is refreshed on request only. `now`: epoch milliseconds. */
export function nextRefresh(
  { refresh, expression, time_zone = 'UTC' }: Pick<AudienceItem, 'refresh' | 'expression' | 'time_zone'>,
  now: number,
): number | undefined {
  if (refresh === 'manual') return undefined;
  // The first look is soon: the audience has no members yet, or an import came before the setting.
  return refresh === 'after_import' ? now : nextDue(expression ?? AFTER_IMPORT, time_zone, now);
}
