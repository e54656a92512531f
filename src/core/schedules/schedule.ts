// The words for a schedule: why it rests, and what became of its last run.

/** Why a schedule is not run. */
export const REST_REASONS = ['requested', 'failures', 'dataset_erased', 'key_revoked'] as const;
export type RestReason = (typeof REST_REASONS)[number];

export const RUN_OUTCOMES = ['started', 'skipped', 'failed'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

/** This many failed reports in a row pause a schedule. */
export const FAILURES_TO_PAUSE = 5;
