// The state of the export workflow, as its function runs it.
import { state } from '../../contract/messages/states.ts';
import type { BucketFiles } from '../bucket-files.ts';
import type { ErasureStore } from '../erasures/erasures.ts';
import { createHiddenCustomers } from '../reports/lists/hidden-customers.ts';
import { namePassingFaults } from '../reports/steps/passing-faults.ts';
import { createWriteOrders, type WriteOrdersDeps } from './orders/write-orders.ts';
import { createRefreshTable, type RefreshTableDeps } from './table/refresh-table.ts';
import { createWriteExport, type WriteExportDeps } from './write-export.ts';

type Deps = Omit<WriteExportDeps & WriteOrdersDeps & RefreshTableDeps, 'files' | 'hidden' | 'erasures'> &
  Pick<BucketFiles, 'exportFiles'> & { readonly erasures: ErasureStore };

export function writeState({ erasures, ...deps }: Deps) {
  const shared = { ...deps, erasures, hidden: createHiddenCustomers(erasures) };
  const writeExport = createWriteExport({ ...shared, files: deps.exportFiles });
  const writeOrders = createWriteOrders(shared);
  const refreshTable = createRefreshTable(shared);
  return namePassingFaults(
    state('WriteExport', async (input) => {
      if (input.table_run !== undefined) return { ...input, ...(await refreshTable(input)) };
      if (input.dataset_id !== undefined) return { ...input, ...(await writeOrders(input)) };
      await writeExport(input);
      return { more: false };
    }),
  );
}
