// GET /reports/{id}/product-profile: the profile of one product of a finished market basket report.

import { computeProfileShares } from '../../../src/analysis/product-profiles/profile-shares.ts';
import { NotFoundError, ReportNotFinishedError } from '../../../src/contract/errors/errors.ts';
import { isUlid } from '../../../src/contract/paging.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import { productProfileQuery } from '../../../src/contract/resources/reports/product-profile.ts';
import { answerJson, type EndpointHandler } from '../../../src/http/call.ts';
import { defineEndpoint } from '../../../src/http/endpoint.ts';
import { wireEndpoint } from '../../../src/http/wire.ts';
import { createS3Client } from '../../../src/service/aws/s3-client.ts';
import {
  createProductProfileFiles,
  type ProductProfileFiles,
} from '../../../src/service/reports/product-profile-files.ts';
import { readProfile } from '../../../src/service/reports/read-profile.ts';
import { createReportStore, type ReportStore } from '../../../src/service/reports/reports.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

export interface GetProductProfileDeps {
  readonly reports: Pick<ReportStore, 'get'>;
  readonly profiles: Pick<ProductProfileFiles, 'find' | 'read'>;
}

const NONE_KEPT = 'The report has no product profiles: request it with params.product_profiles.';

export function getProductProfile({ reports, profiles }: GetProductProfileDeps): EndpointHandler {
  return async ({ caller: { accountId }, path, query }) => {
    const { product } = parseRequest(productProfileQuery, query);
    const key = { accountId, reportId: path.id ?? '' };
    // Any other id is a 404 without a read.
    const report = isUlid(key.reportId) ? await reports.get(key) : undefined;
    if (report === undefined) throw new NotFoundError('Report not found.');
    if (report.report_type !== 'MBA') {
      throw new NotFoundError(
        `This is an ${report.report_type} report: only MBA reports have product profiles.`,
      );
    }
    if (report.status === 'Processing') throw new ReportNotFinishedError();
    if (report.status === 'Failed') throw new NotFoundError('The report failed and has no product profiles.');
    if (report.request.params?.product_profiles !== true) throw new NotFoundError(NONE_KEPT);
    const found = await readProfile(profiles, key, product);
    // An erasure deletes the file first, then the report.
    if (found === undefined) throw new NotFoundError('Report not found.');
    if (found.profile === undefined) throw new NotFoundError('No order of the report has this product.');
    return answerJson(200, computeProfileShares(found.profile, found.index));
  };
}

const { admission, db, environment, table } = wireEndpoint(ENVIRONMENT.getProductProfile);
export const handler = defineEndpoint(
  admission,
  { body: 'none', query: productProfileQuery },
  getProductProfile({
    reports: createReportStore(db, table),
    profiles: createProductProfileFiles(createS3Client(), environment.BUCKET),
  }),
);
