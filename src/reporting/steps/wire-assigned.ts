// Connects the states that compute reports to the members of audiences.
import type { S3Client } from '@aws-sdk/client-s3';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createHiddenCustomers } from '../../report-lists/hidden-customers.ts';
import { createAudienceStore } from '../../stores/audiences/audiences.ts';
import { createMemberFiles } from '../../stores/audiences/member-files.ts';
import { createErasureStore } from '../../stores/erasures/erasures.ts';
import { createReadAssigned, type ReadAssigned } from './read-assigned.ts';

export function wireAssigned(
  db: DynamoDBDocumentClient,
  s3: S3Client,
  { SERVICE_TABLE, BUCKET }: { readonly SERVICE_TABLE: string; readonly BUCKET: string },
): ReadAssigned {
  return createReadAssigned({
    audiences: createAudienceStore(db, SERVICE_TABLE),
    members: createMemberFiles(s3, BUCKET),
    hidden: createHiddenCustomers(createErasureStore(db, SERVICE_TABLE)),
  });
}
