// The effective settings, echoed in the report, so that a reader knows what the figures answer.
import type { ReportSettings } from '../core/settings/settings.ts';

export interface SettingsEcho {
  readonly template: string | null;
  readonly customer_scope: string;
  readonly filters: { readonly dateRange: object | null; readonly conditions: readonly object[] };
  readonly context: string | null;
  /** MBA only. */
  readonly min_support?: number;
  readonly min_confidence?: number;
  readonly scope?: string;
  readonly product_identifier?: string;
}

export function echoSettings(settings: ReportSettings): SettingsEcho {
  return {
    template: settings.template ?? null,
    customer_scope: settings.customerScope,
    filters: { dateRange: settings.dateRange ?? null, conditions: settings.conditions },
    context: settings.context ?? null,
    ...(settings.reportType === 'MBA' && {
      min_support: settings.minSupport,
      min_confidence: settings.minConfidence,
      scope: settings.scope,
      product_identifier: settings.productIdentifier,
    }),
  };
}
