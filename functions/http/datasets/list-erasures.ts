// GET /erasures: the caller's erasures, newest first.

import { idOfCursor, isUlid, pageOf } from '../../../src/contract/paging.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import { listErasuresQuery } from '../../../src/contract/resources/erasures.ts';
import { json } from '../../../src/http/call.ts';
import { endpoint } from '../../../src/http/endpoint.ts';
import { wireEndpoint } from '../../../src/http/wire.ts';
import { createErasureStore } from '../../../src/service/erasures/erasures.ts';
import { erasureView } from '../../../src/service/erasures/request-erasure.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

const { admission, db, table } = wireEndpoint(ENVIRONMENT.listErasures);
const erasures = createErasureStore(db, table);

export const handler = endpoint(
  admission,
  { body: 'none', query: listErasuresQuery },
  async ({ caller, query, sealed }) => {
    const { limit, cursor } = parseRequest(listErasuresQuery, query);
    const found = await erasures.list(caller.accountId, limit + 1, idOfCursor(cursor, isUlid));
    const { shown, next } = pageOf(found, limit, (item) => item.erasure_id);
    return json(200, { erasures: shown.map(erasureView), ...sealed(next) });
  },
);
