// How much a replenishment report returns. Its descriptions cite these numbers.

/** Products whose customers due differ from the report before. */
export const MAX_CHANGED = 50;
/** Weeks ahead. */
export const MAX_WEEKS = 8;
