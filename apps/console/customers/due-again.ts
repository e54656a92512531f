// Computes when a customer's next order is due, from the days within which 80 % of next orders come.

export interface DueAgain {
  readonly usual: number;
  /** Days since the due date; negative before it. */
  readonly late: number;
}

/** Undefined if too few customers have ordered again for an estimate. */
export function describeDueAgain(
  recency: number,
  usualDays: number | null | undefined,
): DueAgain | undefined {
  if (usualDays === null || usualDays === undefined) return undefined;
  const usual = Math.ceil(usualDays);
  return { usual, late: recency - usual };
}
