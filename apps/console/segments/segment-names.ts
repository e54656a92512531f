// Names segments in the reader's language, and links to their customers.
import { OUTSIDE } from '../../../packages/report-parts/charts/flow.ts';
import { SEGMENT_NAMES } from '../../../src/contract/report-types/rfm/segments.ts';
import { bringIntoView, change, type Place } from '../app/address.ts';
import { getTexts } from '../app/words/language.ts';

/** The id of the list of customers. */
export const CUSTOMERS_ID = 'customers';

/** Reports of other versions may have segments that this page does not support. */
export function placeName(place: string): string {
  const { segments, changes } = getTexts();
  const known = SEGMENT_NAMES.find((name) => name === place);
  if (known !== undefined) return segments.name[known];
  return place === OUTSIDE ? changes.outside : place;
}

/** Shows the list of customers, with other filters if some are given. */
export function showCustomers(selected: Place = {}): void {
  change({ ...selected, tab: 'customers' });
  bringIntoView(CUSTOMERS_ID);
}

/** Whether a report's customers were compared with an earlier report. */
export function isCompared(changes: { readonly compared_with: object | null } | null | undefined): boolean {
  return (changes?.compared_with ?? null) !== null;
}
