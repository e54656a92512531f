// Shared wiring of functions that send to receivers of accounts in steps: those of webhook endpoints, and
// those of destinations, each with a limit of its own.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { MAX_DELIVERIES_AT_ONCE } from '../../contract/schema/limits.ts';
import { createHeldReads } from '../accounts/held-reads.ts';
import { createKmsClient } from '../aws/kms-client.ts';
import { createOpenSecret } from '../secrets/sealed-secrets.ts';
import type { ServiceKey } from '../tables/service-table.ts';

/** Maximum for all accounts together: a twentieth of the concurrency that AWS gives an account. */
const MAX_STEPS_AT_ONCE = 50;

/** `line`: the key of the item that counts the steps in progress. */
export function wireSending(
  db: DynamoDBDocumentClient,
  { SERVICE_TABLE, SECRETS_KEY }: { readonly SERVICE_TABLE: string; readonly SECRETS_KEY: string },
  line: ServiceKey,
) {
  const limits = { perAccount: MAX_DELIVERIES_AT_ONCE, total: MAX_STEPS_AT_ONCE };
  return {
    openSecret: createOpenSecret(createKmsClient(), SECRETS_KEY),
    steps: createHeldReads(db, SERVICE_TABLE, limits, line),
    newId: ulid,
    clock: Date.now,
  };
}
