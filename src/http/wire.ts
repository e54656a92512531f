// Connects the middleware stack to the resources named in a function's environment.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { PlanLimits, PlanName } from '../core/accounts/plans.ts';
import { MAX_HELD_READS_PER_ACCOUNT } from '../schema/limits.ts';
import { createAccountStore } from '../stores/accounts.ts';
import { createHeldReads, type HeldReads } from '../stores/held-reads.ts';
import { createIdempotencyRecords } from '../stores/idempotency-records.ts';
import { createRateWindows } from '../stores/rate-windows.ts';
import { createRequestBudgets } from '../stores/request-budgets.ts';
import type { AdmitDeps } from './admit.ts';
import {
  type PublishableAdmission,
  type PublishableLimits,
  publishableAdmission,
} from './admit-publishable.ts';
import type { IdempotencyDeps } from './idempotency.ts';

export function wireAdmission(
  db: DynamoDBDocumentClient,
  environment: {
    SERVICE_TABLE: string;
    PLANS: Readonly<Record<PlanName, PlanLimits>>;
    CORS_ORIGINS: readonly string[];
  },
): AdmitDeps {
  return {
    accounts: createAccountStore(db, environment.SERVICE_TABLE),
    rateWindows: createRateWindows(db, environment.SERVICE_TABLE),
    plans: environment.PLANS,
    clock: Date.now,
    corsOrigins: environment.CORS_ORIGINS,
  };
}

export function wirePublishable(
  db: DynamoDBDocumentClient,
  environment: { SERVICE_TABLE: string; PUBLISHABLE_LIMITS: PublishableLimits },
): PublishableAdmission {
  return publishableAdmission(
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

export function wireIdempotency(
  db: DynamoDBDocumentClient,
  { SERVICE_TABLE }: { SERVICE_TABLE: string },
  newWorkId: IdempotencyDeps['newWorkId'],
): IdempotencyDeps {
  return { records: createIdempotencyRecords(db, SERVICE_TABLE), newWorkId, clock: Date.now };
}
