// Shares as people type them: in percent.

/** Percent as a share, without the digits that dividing by 100 in binary adds: 0.29 is 0.0029. */
export function shareOf(percent: string): number {
  return rounded(Number(percent) / 100);
}

export function percentOf(share: number): string {
  return String(rounded(share * 100));
}

function rounded(value: number): number {
  return Number(value.toPrecision(12));
}
