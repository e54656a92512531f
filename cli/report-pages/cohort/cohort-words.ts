// How all cohort pages format shares.
import { percent } from '../../../src/core/insights/wording.ts';

/** Empty where it is not known. */
export function share(value: number | null): string {
  return value === null ? '' : percent(value);
}
