// What a segment is expected to spend, where that could be said: a model without spend expects orders only.
import { amount } from '../../../src/core/insights/wording.ts';

export function expectedValue(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : amount(value);
}
