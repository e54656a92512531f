// The state of the export workflow, as its function runs it.
import { state } from '../../contract/messages/states.ts';
import type { BucketFiles } from '../bucket-files.ts';
import type { ErasureStore } from '../erasures/erasures.ts';
import { createHiddenCustomers } from '../reports/lists/hidden-customers.ts';
import { namePassingFaults } from '../reports/steps/passing-faults.ts';
import { createWriteExport, type WriteExportDeps } from './write-export.ts';

type Deps = Omit<WriteExportDeps, 'files' | 'hidden' | 'erasures'> &
  Pick<BucketFiles, 'exportFiles'> & { readonly erasures: ErasureStore };

export function writeState({ exportFiles, erasures, ...deps }: Deps) {
  const hidden = createHiddenCustomers(erasures);
  const writeExport = createWriteExport({ ...deps, erasures, files: exportFiles, hidden });
  return namePassingFaults(
    state('WriteExport', async (input) => {
      await writeExport(input);
      return {};
    }),
  );
}
