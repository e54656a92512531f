// Deletes a destination with its secret, its files, and the erased customers whom it was yet to forget. A worker that is sending finds
// it gone, and deletes what it has written since.
import type { Copies } from '../stores/destinations/copies.ts';
import type { DestinationRef } from '../stores/destinations/destination-item.ts';
import type { DestinationStore } from '../stores/destinations/destinations.ts';
import type { ForgottenStore } from '../stores/destinations/forgotten.ts';

export interface RemoveDestinationDeps {
  readonly destinations: Pick<DestinationStore, 'remove'>;
  readonly forgotten: Pick<ForgottenStore, 'removeAll'>;
  readonly copies: Pick<Copies, 'removeAll'>;
}

export async function removeDestination(
  { destinations, forgotten, copies }: RemoveDestinationDeps,
  ref: DestinationRef,
): Promise<void> {
  await destinations.remove(ref);
  await forgotten.removeAll(ref);
  await copies.removeAll(ref);
}
