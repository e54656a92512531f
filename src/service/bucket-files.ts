// All files of the bucket: those of reports, exports and audiences, extracts, and failed messages.
import type { S3Client } from '@aws-sdk/client-s3';
import { createMemberFiles } from './audiences/member-files.ts';
import { createExtracts } from './datasets/extracts.ts';
import { createCopies } from './destinations/copies.ts';
import { createExportFiles } from './exports/export-files.ts';
import { createDeadLetters } from './orders/dead-letters.ts';
import { createPartitionFiles } from './reports/partition-files.ts';
import { createResultFiles } from './reports/result-files.ts';

export function createBucketFiles(s3: S3Client, bucket: string) {
  return {
    ...createResultFiles(s3, bucket),
    partitionFiles: createPartitionFiles(s3, bucket),
    exportFiles: createExportFiles(s3, bucket),
    memberFiles: createMemberFiles(s3, bucket),
    copies: createCopies(s3, bucket),
    extracts: createExtracts(s3, bucket),
    deadLetters: createDeadLetters(s3, bucket),
  };
}
export type BucketFiles = ReturnType<typeof createBucketFiles>;
