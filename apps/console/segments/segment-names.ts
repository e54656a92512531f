// Names segments in the reader's language, and links to their customers.
import { OUTSIDE } from '../../../packages/report-parts/charts/flow.ts';
import { SEGMENT_NAMES } from '../../../src/contract/report-types/rfm/segments.ts';
import { bringIntoView, change } from '../app/address.ts';
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

export interface SelectedCustomers {
  readonly segment: string | undefined;
  /** A cell of the grid of scores, such as 5-4. */
  readonly cell?: string;
  /** The segment in the compared report. */
  readonly was?: string;
  readonly only?: 'joined' | 'left';
}

/** Selects customers, and scrolls to their list when it is drawn. */
export function showCustomers({ segment, cell, was, only }: SelectedCustomers): void {
  change({ segment, cell, was, only });
  bringIntoView(CUSTOMERS_ID);
}

/** Whether a report's customers were compared with an earlier report. */
export function isCompared(changes: { readonly compared_with: object | null } | null | undefined): boolean {
  return (changes?.compared_with ?? null) !== null;
}
