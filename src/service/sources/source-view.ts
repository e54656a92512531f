// A source as the API shows it: without its secrets, and with its connection.
import { toAuthorsView } from '../../contract/author-fields.ts';
import type { Source } from '../../contract/resources/orders/sources.ts';
import type { PauseReason } from '../../contract/source.ts';
import type { ConnectionItem } from '../connections/connection-item.ts';
import { toConnectionView } from '../connections/connection-view.ts';
import type { DatasetMark } from '../erasures/erasure-marks.ts';
import type { SourceItem } from './sources.ts';

// Why a source accepts no events: its owner paused it, its key was revoked, or its dataset was erased since
// it was last activated. The last is not stored: the dataset's erasure mark is newer than the source's
// activation.

export function findPauseReason(
  { paused, paused_because, activated_as }: Pick<SourceItem, 'paused' | 'paused_because' | 'activated_as'>,
  mark: DatasetMark | undefined,
): PauseReason | undefined {
  if (paused) return paused_because ?? 'requested';
  return mark?.whole !== undefined && mark.whole > activated_as ? 'dataset_erased' : undefined;
}

/** The address for events of the source's shop. */
export function toHookUrl(baseUrl: string, sourceId: string): string {
  return `${baseUrl}/hooks/${sourceId}`;
}

/** `baseUrl`: of the API. `now`: epoch milliseconds. */
export function toSourceView(
  item: SourceItem,
  {
    mark,
    connection,
  }: {
    readonly mark: DatasetMark | undefined;
    readonly connection?: ConnectionItem | undefined;
  },
  { baseUrl, now }: { readonly baseUrl: string; readonly now: number },
): Source {
  const pause = findPauseReason(item, mark);
  const { former_secret, last_event_at, last_ignored, last_refused_at } = item;
  return {
    source_id: item.source_id,
    kind: item.kind,
    name: item.name,
    dataset_id: item.dataset_id,
    customer_identifier: item.customer_identifier,
    url: toHookUrl(baseUrl, item.source_id),
    status: pause === undefined ? 'active' : 'paused',
    paused_because: pause ?? null,
    has_secret: item.secret !== undefined,
    former_secret_until:
      former_secret !== undefined && former_secret.until > now
        ? new Date(former_secret.until).toISOString()
        : null,
    created_at: item.created_at,
    ...toAuthorsView(item),
    events: { accepted: item.accepted, duplicates: item.duplicates, ignored: item.ignored },
    last_event_at: last_event_at ?? null,
    last_ignored: last_ignored ?? null,
    last_refused_at: last_refused_at ?? null,
    connection: connection === undefined ? null : toConnectionView(connection),
  };
}
