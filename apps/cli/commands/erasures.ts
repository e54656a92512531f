// `erasures`: lists what was erased in an account, and erases it again after tables were restored from a backup.

import { createErasureStore } from '../../../src/service/erasures/erasures.ts';
import { toErasureView } from '../../../src/service/erasures/request-erasure.ts';
import { LEFT_TO_RECONCILER, wireRequestErasure } from '../../../src/service/erasures/wire-request.ts';
import { formatPlainTable } from '../report-pages/terminal-text.ts';
import type { Context } from './context.ts';

const LISTED = 100;

export function addErasureCommands({ program, deployment, print }: Context): void {
  const erasures = program.command('erasures').description('erasures of datasets and customers');

  erasures
    .command('list')
    .description('list the erasures of an account, newest first, with what they deleted')
    .requiredOption('--account <id>', 'the account')
    .examples('erasures list --account acc_01…')
    .action(async ({ account }: { account: string }) => {
      const { db, serviceTable } = await deployment();
      const items = await createErasureStore(db, serviceTable).list(account, LISTED, undefined);
      const views = items.map(toErasureView);
      const rows = views.map(({ erasure_id, kind, dataset_id, status, erased }) => {
        const { orders, line_items, reports, dead_letters } = erased;
        return [erasure_id, kind, dataset_id, status, orders, line_items, reports, dead_letters];
      });
      const head = ['erasure', 'of', 'dataset', 'status', 'orders', 'line items', 'reports', 'dead letters'];
      print(views, formatPlainTable(head, rows, 'There are no erasures.'));
    });

  erasures
    .command('repeat <erasure-id>')
    .description('repeat an erasure after data was restored from a backup; starts within five minutes')
    .requiredOption('--account <id>', 'the account')
    .examples('erasures repeat 01KAJ3… --account acc_01…')
    .action(async (erasureId: string, { account }: { account: string }) => {
      const { db, serviceTable } = await deployment();
      const requestErasure = wireRequestErasure(db, serviceTable, { workflow: LEFT_TO_RECONCILER });
      const view = await requestErasure.again(account, erasureId);
      print(view, `Erasure ${view.erasure_id} of the same ${view.kind} starts within five minutes.`);
    });
}
