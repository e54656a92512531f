// The files of a finished report.
import type { S3Client } from '@aws-sdk/client-s3';
import { createCustomerLists } from './customer-lists.ts';
import { createProductProfileFiles } from './product-profile-files.ts';
import { createReportBodies } from './report-bodies.ts';
import { createRuleSets } from './rule-sets.ts';

export function createResultFiles(s3: S3Client, bucket: string) {
  return {
    bodies: createReportBodies(s3, bucket),
    lists: createCustomerLists(s3, bucket),
    ruleSets: createRuleSets(s3, bucket),
    profiles: createProductProfileFiles(s3, bucket),
  };
}
