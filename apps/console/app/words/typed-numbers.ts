// Converts shares that people type in percent.

/** Converts percent to a share without the digits that binary division by 100 adds: 0.29 is 0.0029. */
export function toShare(percent: string): number {
  return roundTyped(Number(percent) / 100);
}

export function toPercent(share: number): string {
  return String(roundTyped(share * 100));
}

function roundTyped(value: number): number {
  return Number(value.toPrecision(12));
}
