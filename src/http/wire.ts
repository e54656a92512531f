// Connects the middleware stack to the resources named in a function's environment.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type * as v from 'valibot';
import type { PlanLimits, PlanName } from '../contract/plans.ts';
import { MAX_HELD_READS_PER_ACCOUNT } from '../contract/schema/limits.ts';
import { createAccountStore } from '../service/accounts/accounts.ts';
import { createAuditLog } from '../service/accounts/audit-log.ts';
import { createHeldReads, type HeldReads } from '../service/accounts/held-reads.ts';
import { createIdempotencyRecords } from '../service/accounts/idempotency-records.ts';
import { createRateWindows } from '../service/accounts/rate-windows.ts';
import { createRequestBudgets } from '../service/accounts/request-budgets.ts';
import { createDocumentClient } from '../service/aws/clients.ts';
import { WEBHOOK_SENDS_KEY } from '../service/tables/service-table.ts';
import { readEnvironment } from '../service/wiring/environment.ts';
import type { AdmitDeps, PublishableAdmission } from './admission/admit.ts';
import { createPublishableAdmission, type PublishableLimits } from './admission/admit-publishable.ts';
import type { IdempotencyDeps } from './admission/idempotency.ts';

interface EndpointEnvironment {
  readonly SERVICE_TABLE: string;
  readonly PLANS: Readonly<Record<PlanName, PlanLimits>>;
  readonly CORS_ORIGINS: readonly string[];
}
type EndpointSchema = v.GenericSchema<unknown, EndpointEnvironment>;

export function wireEndpoint<S extends EndpointSchema>(schema: S) {
  const environment = readEnvironment(schema);
  const db = createDocumentClient();
  return { environment, db, table: environment.SERVICE_TABLE, admission: wireAdmission(db, environment) };
}

function wireAdmission(db: DynamoDBDocumentClient, environment: EndpointEnvironment): AdmitDeps {
  return {
    accounts: createAccountStore(db, environment.SERVICE_TABLE),
    rateWindows: createRateWindows(db, environment.SERVICE_TABLE),
    plans: environment.PLANS,
    clock: Date.now,
    audit: createAuditLog(db, environment.SERVICE_TABLE),
    corsOrigins: environment.CORS_ORIGINS,
  };
}

export function wirePublishable(
  db: DynamoDBDocumentClient,
  environment: { SERVICE_TABLE: string; PUBLISHABLE_LIMITS: PublishableLimits },
): PublishableAdmission {
  return createPublishableAdmission(
    createRequestBudgets(db, environment.SERVICE_TABLE),
    environment.PUBLISHABLE_LIMITS,
  );
}

export function wireHeldReads(
  db: DynamoDBDocumentClient,
  { SERVICE_TABLE, MAX_HELD_READS }: { SERVICE_TABLE: string; MAX_HELD_READS: number },
): HeldReads {
  return createHeldReads(db, SERVICE_TABLE, {
    perAccount: MAX_HELD_READS_PER_ACCOUNT,
    total: MAX_HELD_READS,
  });
}

/** Webhooks sent on request: at most as many as held reads, and at least one. */
export function wireWebhookSends(
  db: DynamoDBDocumentClient,
  { SERVICE_TABLE, MAX_HELD_READS }: { SERVICE_TABLE: string; MAX_HELD_READS: number },
): HeldReads {
  const limits = { perAccount: MAX_HELD_READS_PER_ACCOUNT, total: Math.max(1, MAX_HELD_READS) };
  return createHeldReads(db, SERVICE_TABLE, limits, WEBHOOK_SENDS_KEY);
}

export function wireIdempotency(
  db: DynamoDBDocumentClient,
  { SERVICE_TABLE }: { SERVICE_TABLE: string },
  newWorkId: IdempotencyDeps['newWorkId'],
): IdempotencyDeps {
  return { records: createIdempotencyRecords(db, SERVICE_TABLE), newWorkId, clock: Date.now };
}
