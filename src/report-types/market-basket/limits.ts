// How much a market basket report returns. Its descriptions cite these numbers.

export const MAX_RULES = 10_000;
/** Findings of each kind. */
export const MAX_FINDINGS = 3;
