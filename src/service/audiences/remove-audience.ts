// Deletes an audience with its members and destinations. A run in progress then finds no audience, and
// deletes the files it has written since.

import { NotFoundError } from '../../contract/errors/errors.ts';
import type { AudienceView } from '../../contract/resources/audiences.ts';
import type { DestinationRef } from '../destinations/destination-item.ts';
import type { DestinationStore } from '../destinations/destinations.ts';
import type { ErasureStore } from '../erasures/erasures.ts';
import { toAudienceView } from './audience-view.ts';
import type { AudienceRef, AudienceStore } from './audiences.ts';
import type { MemberFiles } from './member-files.ts';

export interface RemoveAudienceDeps {
  readonly audiences: Pick<AudienceStore, 'get' | 'remove'>;
  readonly files: Pick<MemberFiles, 'keepOnly'>;
  readonly erasures: Pick<ErasureStore, 'mark'>;
  readonly destinations: Pick<DestinationStore, 'list'>;
  readonly removeDestination: (ref: DestinationRef) => Promise<void>;
}

export function createRemoveAudience({
  audiences,
  files,
  erasures,
  destinations,
  removeDestination,
}: RemoveAudienceDeps) {
  /** Returns the deleted audience. Throws NotFoundError. */
  return async function removeAudience(ref: AudienceRef): Promise<AudienceView> {
    const item = await audiences.get(ref);
    if (item === undefined) throw new NotFoundError('Audience not found.');
    const mark = await erasures.mark(item.account_id, item.dataset_id);
    // Destinations first: a repetition finds those that are left.
    for (const { destination_id: destinationId } of await destinations.list(ref.accountId, ref.audienceId))
      await removeDestination({ ...ref, destinationId });
    await audiences.remove(ref);
    await files.keepOnly(ref, undefined);
    return toAudienceView(item, mark);
  };
}
