// Segments in the reader's language, and the way to their customers.
import { change } from '../app/address.ts';
import { texts } from '../app/language.ts';
import { OUTSIDE, type Place } from './flow-bands.ts';

/** The id of the list of customers. */
export const CUSTOMERS_ID = 'customers';

export function placeName(place: Place): string {
  const { segments, changes } = texts();
  return place === OUTSIDE ? changes.outside : segments.name[place];
}

export interface SelectedCustomers {
  readonly segment: string | undefined;
  /** Of the grid of scores, such as 5-4. */
  readonly cell?: string;
  /** The segment in the report compared with. */
  readonly was?: string;
  readonly only?: 'joined' | 'left';
}

/** Selects customers, and goes to their list when it is drawn. */
export function showCustomers({ segment, cell, was, only }: SelectedCustomers): void {
  change({ segment, cell, was, only });
  requestAnimationFrame(() => document.getElementById(CUSTOMERS_ID)?.scrollIntoView());
}

/** Whether a report names an earlier one that its customers were compared with; those of earlier versions may not. */
export function isCompared(changes: { readonly compared_with: object | null } | null | undefined): boolean {
  return (changes?.compared_with ?? null) !== null;
}
