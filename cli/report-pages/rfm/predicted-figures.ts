// Predicted figures in tables: empty where a report has none, or is older than they are.
import { whole } from '../../../src/core/insights/wording.ts';

export function optionally(value: number | null | undefined, write: (value: number) => string): string {
  return value === null || value === undefined ? '' : write(value);
}

/** `60 (45–75)`. */
export function interval(
  value: number | null | undefined,
  bounds: { readonly low: number; readonly high: number } | null | undefined,
  write: (value: number) => string,
): string {
  const range = bounds ? ` (${write(bounds.low)}–${write(bounds.high)})` : '';
  return optionally(value, (figure) => `${write(figure)}${range}`);
}

export function rounded(value: number): string {
  return whole(Math.round(value));
}
