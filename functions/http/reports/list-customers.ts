// GET /reports/{id}/customers: the customers of a finished RFM or cohort report.

import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { parseRequest } from '../../../src/contract/parse.ts';
import { listCustomersQuery } from '../../../src/contract/resources/reports/report-customers.ts';
import { answerCompressed, answerPlain, isGzipAccepted } from '../../../src/http/bodies/gzip-answer.ts';
import { defineEndpoint } from '../../../src/http/endpoint.ts';
import { wireEndpoint } from '../../../src/http/wire.ts';
import { createS3Client } from '../../../src/service/aws/s3-client.ts';
import { createErasureReads } from '../../../src/service/erasures/erasures.ts';
import { createCustomerLists } from '../../../src/service/reports/customer-lists.ts';
import { createColumnCache } from '../../../src/service/reports/lists/column-cache.ts';
import { createCustomerPage } from '../../../src/service/reports/lists/customer-page.ts';
import { createHiddenCustomers } from '../../../src/service/reports/lists/hidden-customers.ts';
import { createReportStore } from '../../../src/service/reports/reports.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };
/** Bytes of columns cached by an instance: the list of about five million customers. */
const KEPT_BYTES = 400_000_000;

const compress = promisify(gzip);

const { admission, db, environment, table } = wireEndpoint(ENVIRONMENT.listCustomers);
const customerPage = createCustomerPage({
  reports: createReportStore(db, table),
  lists: createCustomerLists(createS3Client(), environment.BUCKET),
  hidden: createHiddenCustomers(createErasureReads(db, table)),
  cache: createColumnCache(KEPT_BYTES),
});

export const handler = defineEndpoint(
  admission,
  { body: 'none', query: listCustomersQuery },
  async ({ caller: { accountId }, path, query, headers, sealed }) => {
    const wanted = parseRequest(listCustomersQuery, query);
    const body = JSON.stringify(sealed(await customerPage({ accountId, reportId: path.id ?? '' }, wanted)));
    return isGzipAccepted(headers['accept-encoding'])
      ? answerCompressed(await compress(body), JSON_TYPE)
      : answerPlain(body, JSON_TYPE);
  },
);
