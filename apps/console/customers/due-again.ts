// When a customer's next order is due, by the days within which four of five next orders come.

interface DueAgain {
  readonly usual: number;
  /** Days beyond them; negative while there is time. */
  readonly late: number;
}

/** Undefined where too few have ordered again to know what is usual. */
export function describeDueAgain(
  recency: number,
  usualDays: number | null | undefined,
): DueAgain | undefined {
  if (usualDays === null || usualDays === undefined) return undefined;
  const usual = Math.ceil(usualDays);
  return { usual, late: recency - usual };
}
