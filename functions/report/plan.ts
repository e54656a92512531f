// First state of the report workflow: computes the report once it is its turn and the imports before it have
// ended. A report that has already ended only has its webhook delivered.
import { resolveLimits } from '../../src/contract/plans.ts';
import { createAccountStore } from '../../src/service/accounts/accounts.ts';
import { createRowCounters } from '../../src/service/accounts/row-counters.ts';
import { createDocumentClient } from '../../src/service/aws/clients.ts';
import { observeHandler } from '../../src/service/observability/observed.ts';
import { createPlanPartitions } from '../../src/service/reports/partitions/plan-partitions.ts';
import { createPlanState } from '../../src/service/reports/states.ts';
import { wireReportItems } from '../../src/service/reports/wire-states.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/service/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.planReport);
const db = createDocumentClient();
const accounts = createAccountStore(db, environment.SERVICE_TABLE);

export const handler = observeHandler(
  createPlanState({
    ...wireReportItems(db, environment),
    computingReports: environment.COMPUTING_REPORTS,
    concurrentReports: async (accountId) => {
      const account = await accounts.getAccount(accountId);
      if (account === undefined) throw new Error(`account ${accountId} does not exist`);
      return resolveLimits(environment.PLANS[account.plan], account.overrides).concurrentReports;
    },
    planPartitions: createPlanPartitions({
      counters: createRowCounters(db, environment.SERVICE_TABLE),
      thresholdLines: environment.PARTITION_THRESHOLD_LINES,
      linesPerPartition: environment.LINES_PER_PARTITION,
    }),
  }),
);
