// GET /erasures/{id}: the status of an erasure and the number of items it has removed.

import { NotFoundError } from '../../../src/contract/errors/errors.ts';
import { isUlid } from '../../../src/contract/paging.ts';
import { json } from '../../../src/http/call.ts';
import { endpoint } from '../../../src/http/endpoint.ts';
import { preferredWait, readUntil, realWaiting } from '../../../src/http/prefer-wait.ts';
import { wireEndpoint, wireHeldReads } from '../../../src/http/wire.ts';
import { createErasureStore } from '../../../src/service/erasures/erasures.ts';
import { erasureView } from '../../../src/service/erasures/request-erasure.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

const { admission, db, environment, table } = wireEndpoint(ENVIRONMENT.getErasure);
const erasures = createErasureStore(db, table);
const waiting = realWaiting(wireHeldReads(db, environment));

export const handler = endpoint(
  admission,
  { body: 'none' },
  async ({ caller: { accountId }, path, headers }) => {
    const erasureId = path.id ?? '';
    if (!isUlid(erasureId)) throw new NotFoundError('Erasure not found.');
    const { value: item, headers: waited } = await readUntil(
      () => erasures.get({ accountId, erasureId }),
      (found) => found === undefined || found.completed_at !== undefined,
      { accountId, waitSeconds: preferredWait(headers.prefer) },
      waiting,
    );
    if (item === undefined) throw new NotFoundError('Erasure not found.');
    return json(200, erasureView(item), waited);
  },
);
