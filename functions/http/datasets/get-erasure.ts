// GET /erasures/{id}: the status of an erasure and the number of items it has removed.

import { NotFoundError } from '../../../src/contract/errors/errors.ts';
import { isUlid } from '../../../src/contract/paging.ts';
import { answerJson } from '../../../src/http/call.ts';
import { defineEndpoint } from '../../../src/http/endpoint.ts';
import { createHeldReadDeps, parsePreferredWait, readUntil } from '../../../src/http/prefer-wait.ts';
import { wireEndpoint, wireHeldReads } from '../../../src/http/wire.ts';
import { createErasureStore } from '../../../src/service/erasures/erasures.ts';
import { toErasureView } from '../../../src/service/erasures/request-erasure.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

const { admission, db, environment, table } = wireEndpoint(ENVIRONMENT.getErasure);
const erasures = createErasureStore(db, table);
const waiting = createHeldReadDeps(wireHeldReads(db, environment));

export const handler = defineEndpoint(
  admission,
  { body: 'none' },
  async ({ caller: { accountId }, path, headers }) => {
    const erasureId = path.id ?? '';
    if (!isUlid(erasureId)) throw new NotFoundError('Erasure not found.');
    const { value: item, headers: waited } = await readUntil(
      () => erasures.get({ accountId, erasureId }),
      (found) => found === undefined || found.completed_at !== undefined,
      { accountId, waitSeconds: parsePreferredWait(headers.prefer) },
      waiting,
    );
    if (item === undefined) throw new NotFoundError('Erasure not found.');
    return answerJson(200, toErasureView(item), waited);
  },
);
