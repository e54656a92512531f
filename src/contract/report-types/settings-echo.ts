// The effective settings, echoed in the report, so that a reader can tell what the figures refer to.
import type { ReportSettings } from '../settings/settings.ts';

/** The part that all types share. `templates`: the names of the type's own. */
export function echoShared<N extends string>(settings: ReportSettings, templates: readonly N[]) {
  return {
    template: templates.find((name) => name === settings.template) ?? null,
    customer_scope: settings.customerScope,
    filters: { dateRange: settings.dateRange ?? null, conditions: settings.conditions },
    ...(settings.identity !== undefined && { identity: settings.identity }),
    ...(settings.nextProducts && { next_products: true as const }),
    time_zone: settings.timeZone,
    context: settings.context ?? null,
  };
}
