// Deletes a destination with its secret, its files, and the erased customers it has yet to delete. A worker
// that is sending then finds no destination, and deletes the files it has written since.
import type { Copies } from './copies.ts';
import type { DestinationRef } from './destination-item.ts';
import type { DestinationStore } from './destinations.ts';
import type { ForgottenStore } from './forgotten.ts';

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
