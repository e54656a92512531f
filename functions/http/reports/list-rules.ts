// GET /reports/{id}/rules: the rules of a finished market basket report, filtered and ordered, page by page.

import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { NotFoundError, ReportNotFinishedError } from '../../../src/contract/errors/errors.ts';
import { isUlid, parseCursor, toCursor, toPageEnd } from '../../../src/contract/paging.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import { listRulesQuery } from '../../../src/contract/resources/reports/report-rules.ts';
import { answerCompressed, isGzipAccepted } from '../../../src/http/bodies/gzip-answer.ts';
import { answerJson, type EndpointHandler } from '../../../src/http/call.ts';
import { defineEndpoint } from '../../../src/http/endpoint.ts';
import { wireEndpoint } from '../../../src/http/wire.ts';
import { createS3Client } from '../../../src/service/aws/s3-client.ts';
import { readKeptRules } from '../../../src/service/reports/kept-rules.ts';
import { createReportBodies, type ReportBodies } from '../../../src/service/reports/report-bodies.ts';
import { createReportStore, type ReportStore } from '../../../src/service/reports/reports.ts';
import { selectAskedRules } from '../../../src/service/reports/rules-asked.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

const compress = promisify(gzip);

export interface ListRulesDeps {
  readonly reports: Pick<ReportStore, 'get'>;
  readonly bodies: Pick<ReportBodies, 'find'>;
}

export function listRules({ reports, bodies }: ListRulesDeps): EndpointHandler {
  return async ({ caller: { accountId }, path, query, headers, sealed }) => {
    const wanted = parseRequest(listRulesQuery, query);
    const { limit, cursor } = wanted;
    const key = { accountId, reportId: path.id ?? '' };
    // Any other id is a 404 without a read.
    const report = isUlid(key.reportId) ? await reports.get(key) : undefined;
    if (report === undefined) throw new NotFoundError('Report not found.');
    if (report.report_type !== 'MBA') {
      throw new NotFoundError(`This is an ${report.report_type} report: only MBA reports have rules.`);
    }
    if (report.status === 'Processing') throw new ReportNotFinishedError();
    if (report.status === 'Failed') throw new NotFoundError('The report failed and has no rules.');
    const position = Number(parseCursor(cursor, isPosition) ?? 0);
    const kept = await readKeptRules(bodies, key);
    // An erasure deletes the body first, then the report.
    if (kept === undefined) throw new NotFoundError('Report not found.');
    const matched = selectAskedRules(kept.rules, wanted);
    const end = position + limit;
    const page = {
      rules: matched.slice(position, end),
      rules_found: kept.found,
      rules_kept: kept.rules.length,
      rules_matched: matched.length,
      currency: kept.currency,
      ...sealed(toPageEnd(end < matched.length ? toCursor(String(end)) : undefined)),
    };
    if (!isGzipAccepted(headers['accept-encoding']))
      return answerJson(200, page, { Vary: 'Accept-Encoding' });
    return answerCompressed(await compress(JSON.stringify(page)), { 'Content-Type': 'application/json' });
  };
}

function isPosition(text: string): boolean {
  return /^\d{1,9}$/.test(text);
}

const { admission, db, environment, table } = wireEndpoint(ENVIRONMENT.listRules);
export const handler = defineEndpoint(
  admission,
  { body: 'none', query: listRulesQuery },
  listRules({
    reports: createReportStore(db, table),
    bodies: createReportBodies(createS3Client(), environment.BUCKET),
  }),
);
