// `imports`: lists what could not be applied, and applies it again.

import { createAccountStore } from '../../../src/service/accounts/accounts.ts';
import { createRowCounters } from '../../../src/service/accounts/row-counters.ts';
import { createDatasetStore } from '../../../src/service/datasets/datasets.ts';
import { createErasureStore } from '../../../src/service/erasures/erasures.ts';
import { OperationError } from '../../../src/service/operations/operation-error.ts';
import { createDeadLetters } from '../../../src/service/orders/dead-letters.ts';
import { toImportView } from '../../../src/service/orders/import-view.ts';
import { createImportStore } from '../../../src/service/orders/imports.ts';
import { createOrderStore } from '../../../src/service/orders/orders.ts';
import { createRedrive } from '../../../src/service/orders/redrive.ts';
import { formatPlainTable } from '../report-pages/terminal-text.ts';
import type { Context } from './context.ts';

export function addImportCommands({ program, deployment, print }: Context): void {
  const imports = program.command('imports').description('imports and their dead letters');

  imports
    .command('dead-letters')
    .description('list chunks that could not be applied, with the reasons')
    .argument('[import-id]', 'only those of this import')
    .examples('imports dead-letters')
    .action(async (importId: string | undefined) => {
      const { s3, bodiesBucket } = await deployment();
      const deadLetters = createDeadLetters(s3, bodiesBucket);
      const letters = [];
      for (const key of await deadLetters.list(importId)) {
        const { reason, kept_at } = await deadLetters.read(key);
        letters.push({ key, kept_at, reason });
      }
      const rows = letters.map(({ key, kept_at, reason }) => [key, kept_at, reason]);
      print(letters, formatPlainTable(['dead letter', 'kept', 'reason'], rows, 'There are no dead letters.'));
    });

  imports
    .command('redrive <import-id>')
    .description('apply the dead letters of an import and correct its counts; safe to repeat')
    .examples('imports redrive 01KAJ3…')
    .action(async (importId: string) => {
      const { db, s3, serviceTable, ordersTable, bodiesBucket, plans } = await deployment();
      const accounts = createAccountStore(db, serviceTable);
      const store = createImportStore(db, serviceTable);
      const redrive = createRedrive({
        orders: createOrderStore(db, { orders: ordersTable, service: serviceTable }),
        imports: store,
        rowCounters: createRowCounters(db, serviceTable),
        erasures: createErasureStore(db, serviceTable),
        datasets: createDatasetStore(db, serviceTable),
        deadLetters: createDeadLetters(s3, bodiesBucket),
        maxStoredRows: async (accountId) => {
          const account = await accounts.getAccount(accountId);
          if (account === undefined) return 0;
          return account.overrides.maxStoredRows ?? plans[account.plan].maxStoredRows;
        },
        clock: Date.now,
      });
      const { applied, refused, accountId } = await redrive(importId);
      if (applied === 0 && refused.length === 0) {
        throw new OperationError(`no dead letter of import ${importId} is kept: see imports dead-letters`);
      }
      const item = accountId === undefined ? undefined : await store.get({ accountId, importId });
      const job = item === undefined ? undefined : await toImportView(store, item);
      print(
        { applied, refused, import: job },
        [
          `${applied} chunks applied.`,
          ...refused.map(({ key, reason }) => `Still not applied: ${key}: ${reason}`),
          ...(job === undefined
            ? []
            : [
                `Import ${importId}: ${job.status}, ${job.rows.inserted} rows inserted, ${job.rows.updated} updated, ${job.rows.failed} failed.`,
              ]),
        ].join('\n'),
      );
      if (refused.length > 0) process.exitCode = 1;
    });
}
