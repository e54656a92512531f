// Shares as people type them: in percent.

/** Percent as a share, without the digits that dividing by 100 in binary adds: 0.29 is 0.0029. */
export function toShare(percent: string): number {
  return roundTyped(Number(percent) / 100);
}

export function toPercent(share: number): string {
  return String(roundTyped(share * 100));
}

function roundTyped(value: number): number {
  return Number(value.toPrecision(12));
}
