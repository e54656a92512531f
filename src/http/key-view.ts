// A key as the API shows it: without its hash, which signs webhooks.
import type { ApiKeyView } from '../contract/resources/keys.ts';
import { keyStatus, kindOfKey } from '../core/accounts/key-state.ts';
import type { ApiKey } from '../stores/accounts/api-key-item.ts';

/** `now`: epoch milliseconds. `currentHash`: of the key that asks. */
export function keyView(
  item: ApiKey,
  { now, currentHash }: { readonly now: number; readonly currentHash: string },
): ApiKeyView {
  const { key_hash, created_at, publishable } = item;
  return {
    key_id: item.key_id,
    kind: kindOfKey(item),
    name: item.name ?? null,
    hint: item.hint,
    status: keyStatus(item, now),
    is_current: key_hash === currentHash,
    created_at,
    created_by: item.created_by ?? null,
    last_used_at: item.last_used_at ?? null,
    expires_at: item.expires_at ?? null,
    revoked_at: item.revoked_at ?? null,
    revoked_by: item.revoked_by ?? null,
    ...(publishable && { origins: [...publishable.origins] }),
    ...(publishable?.dataset !== undefined && { dataset_id: publishable.dataset }),
  };
}
