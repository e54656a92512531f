// How much a market basket report says. Its descriptions cite these numbers.

/** Findings of each kind. */
export const MAX_FINDINGS = 3;
