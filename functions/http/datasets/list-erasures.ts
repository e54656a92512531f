// GET /erasures: the caller's erasures, newest first.

import { cutPage, isUlid, parseCursor } from '../../../src/contract/paging.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import { listErasuresQuery } from '../../../src/contract/resources/erasures.ts';
import { answerJson } from '../../../src/http/call.ts';
import { defineEndpoint } from '../../../src/http/endpoint.ts';
import { wireEndpoint } from '../../../src/http/wire.ts';
import { createErasureStore } from '../../../src/service/erasures/erasures.ts';
import { toErasureView } from '../../../src/service/erasures/request-erasure.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

const { admission, db, table } = wireEndpoint(ENVIRONMENT.listErasures);
const erasures = createErasureStore(db, table);

export const handler = defineEndpoint(
  admission,
  { body: 'none', query: listErasuresQuery },
  async ({ caller, query, sealed }) => {
    const { limit, cursor } = parseRequest(listErasuresQuery, query);
    const found = await erasures.list(caller.accountId, limit + 1, parseCursor(cursor, isUlid));
    const { shown, next } = cutPage(found, limit, (item) => item.erasure_id);
    return answerJson(200, { erasures: shown.map(toErasureView), ...sealed(next) });
  },
);
