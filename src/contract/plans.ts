// Limits of each plan, defined only here. A deployment may override it (see docs/deploying.md).

export const PLAN_NAMES = ['free', 'pro', 'max', 'agency', 'enterprise'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

export interface PlanLimits {
  /** Whether API keys of the plan are let in. */
  readonly apiAccess: boolean;
  /** Stored line-item rows over all datasets. Inserts beyond it fail; updates pass. */
  readonly maxStoredRows: number;
  /** Reports started in a calendar month, UTC. Failed ones do not count. */
  readonly monthlyReports: number;
  /** Reports that are generated at the same time; the account's others wait in the order of their requests. */
  readonly concurrentReports: number;
  /** Exports of orders started in a calendar month, UTC. Failed ones do not count. */
  readonly monthlyOrderExports: number;
  /** Bytes of their files. */
  readonly monthlyExportBytes: number;
  readonly maxAudiences: number;
  /** Destinations of all audiences together. */
  readonly maxDestinations: number;
  /** At most 10: an event wakes all of them in one transaction. */
  readonly maxWebhookEndpoints: number;
  /** Members of one audience, with those held out. Each takes about 400 bytes of a function's memory during a run. */
  readonly maxAudienceMembers: number;
}

/** Agency is another name at Max's rank: the contract's documents use both. */
export const DEFAULT_PLANS: Readonly<Record<PlanName, PlanLimits>> = {
  free: {
    apiAccess: false,
    maxStoredRows: 10_000,
    monthlyReports: 5,
    concurrentReports: 1,
    monthlyOrderExports: 5,
    monthlyExportBytes: 100_000_000,
    maxAudiences: 1,
    maxDestinations: 1,
    maxWebhookEndpoints: 1,
    maxAudienceMembers: 10_000,
  },
  pro: {
    apiAccess: false,
    maxStoredRows: 250_000,
    monthlyReports: 50,
    concurrentReports: 1,
    monthlyOrderExports: 20,
    monthlyExportBytes: 2_000_000_000,
    maxAudiences: 3,
    maxDestinations: 3,
    maxWebhookEndpoints: 2,
    maxAudienceMembers: 100_000,
  },
  max: {
    apiAccess: true,
    maxStoredRows: 5_000_000,
    monthlyReports: 500,
    concurrentReports: 2,
    monthlyOrderExports: 100,
    monthlyExportBytes: 50_000_000_000,
    maxAudiences: 10,
    maxDestinations: 20,
    maxWebhookEndpoints: 5,
    maxAudienceMembers: 1_000_000,
  },
  agency: {
    apiAccess: true,
    maxStoredRows: 5_000_000,
    monthlyReports: 500,
    concurrentReports: 2,
    monthlyOrderExports: 100,
    monthlyExportBytes: 50_000_000_000,
    maxAudiences: 10,
    maxDestinations: 20,
    maxWebhookEndpoints: 5,
    maxAudienceMembers: 1_000_000,
  },
  enterprise: {
    apiAccess: true,
    maxStoredRows: 200_000_000,
    monthlyReports: 10_000,
    concurrentReports: 4,
    monthlyOrderExports: 2_000,
    monthlyExportBytes: 2_000_000_000_000,
    maxAudiences: 25,
    maxDestinations: 100,
    maxWebhookEndpoints: 10,
    maxAudienceMembers: 2_000_000,
  },
};

/** Exceptions made for one account. */
export interface AccountOverrides {
  readonly requestsPerMinute?: number | undefined;
  readonly maxStoredRows?: number | undefined;
  readonly monthlyReports?: number | undefined;
  readonly concurrentReports?: number | undefined;
  readonly monthlyOrderExports?: number | undefined;
  readonly monthlyExportBytes?: number | undefined;
  readonly maxAudiences?: number | undefined;
  readonly maxDestinations?: number | undefined;
  readonly maxWebhookEndpoints?: number | undefined;
  readonly maxAudienceMembers?: number | undefined;
}

/** The limits of an account: its own where it has any, otherwise those of its plan. */
export function resolveLimits(plan: PlanLimits, overrides: AccountOverrides): PlanLimits {
  return {
    apiAccess: plan.apiAccess,
    maxStoredRows: overrides.maxStoredRows ?? plan.maxStoredRows,
    monthlyReports: overrides.monthlyReports ?? plan.monthlyReports,
    concurrentReports: overrides.concurrentReports ?? plan.concurrentReports,
    monthlyOrderExports: overrides.monthlyOrderExports ?? plan.monthlyOrderExports,
    monthlyExportBytes: overrides.monthlyExportBytes ?? plan.monthlyExportBytes,
    maxAudiences: overrides.maxAudiences ?? plan.maxAudiences,
    maxDestinations: overrides.maxDestinations ?? plan.maxDestinations,
    maxWebhookEndpoints: overrides.maxWebhookEndpoints ?? plan.maxWebhookEndpoints,
    maxAudienceMembers: overrides.maxAudienceMembers ?? plan.maxAudienceMembers,
  };
}
