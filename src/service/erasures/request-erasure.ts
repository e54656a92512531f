// Accepts an erasure: writes job and marks in one transaction, then starts the workflow. If the second step
// is lost, the reconciler repeats it.
import { decodeTime } from 'ulid';
import { type ErasedCustomer, toErasedCustomer } from '../../analysis/erasure/erasure.ts';
import { InvalidRequestError, NotFoundError } from '../../contract/errors/errors.ts';
import type { ErasureView } from '../../contract/resources/erasures.ts';
import { DEFAULT_DATASET } from '../../contract/schema/dataset-fields.ts';
import { SHARD_COUNT } from '../../contract/schema/limits.ts';
import { toState } from '../../contract/schema/work-state.ts';
import type { ErasureWorkflow } from '../aws/executions.ts';
import type { DatasetStore } from '../datasets/datasets.ts';
import { describeError } from '../observability/describe-error.ts';
import { log } from '../observability/log.ts';
import { measure } from '../observability/metrics.ts';
import type { ErasureItem, ErasureStore } from './erasures.ts';

// An erasure in the API's format.

/** How many days back point-in-time recovery can restore. */
const RECOVERY_DAYS = 35;

export function toErasureView(item: ErasureItem): ErasureView {
  const { erasure_id, kind, dataset_id, created_at, completed_at } = item;
  const { orders, line_items, reports, dead_letters } = item;
  const status = toStatus(item);
  return {
    erasure_id,
    kind,
    dataset_id,
    status,
    state: toState(status),
    erased: { orders, line_items, reports, dead_letters },
    person: toPerson(item),
    created_at,
    progress: completed_at === undefined ? toProgress(item) : null,
    completed_at: completed_at ?? null,
    table_as_of: item.table_as_of ?? null,
    recoverable_until: completed_at === undefined ? null : addDays(completed_at, RECOVERY_DAYS),
  };
}

function toPerson({
  customer,
  identity,
  linked = [],
  linked_at,
  unlinked,
}: ErasureItem): ErasureView['person'] {
  if (customer === undefined || identity === undefined) return null;
  const found = unlinked === true ? 'too_large' : 'found';
  return { ids: linked_at === undefined ? 'searching' : found, customer_ids: 1 + linked.length };
}

function toProgress({ settled_at, orders_done_at, shards_done }: ErasureItem): ErasureView['progress'] {
  if (settled_at === undefined) return { phase: 'settling', fraction: 0 };
  if (orders_done_at !== undefined) return { phase: 'reports', fraction: 1 };
  return { phase: 'orders', fraction: (shards_done?.size ?? 0) / SHARD_COUNT };
}

function toStatus({ completed_at, settled_at }: ErasureItem): ErasureView['status'] {
  if (completed_at !== undefined) return 'completed';
  return settled_at === undefined ? 'pending' : 'processing';
}

function addDays(timestamp: string, days: number): string {
  return new Date(Date.parse(timestamp) + days * 86_400_000).toISOString();
}

export interface RequestErasureDeps {
  readonly erasures: ErasureStore;
  readonly datasets: DatasetStore;
  readonly workflow: ErasureWorkflow;
  /** `at`: when the dataset accepts it, epoch milliseconds. */
  readonly newErasureId: (at: number) => string;
  readonly clock: () => number;
}

export function createRequestErasure(deps: RequestErasureDeps) {
  const { erasures, datasets, clock } = deps;

  async function accept(
    accountId: string,
    datasetId: string,
    customer: ErasedCustomer | undefined,
    linked: readonly ErasedCustomer[] = [],
  ): Promise<ErasureView> {
    for (;;) {
      const now = clock();
      const [dataset, mark] = await Promise.all([
        datasets.get(accountId, datasetId),
        erasures.mark(accountId, datasetId),
      ]);
      // Newer than everything accepted before, whatever the clock shows.
      const at = Math.max(
        now,
        (dataset?.last_accepted ?? 0) + 1,
        mark === undefined ? 0 : decodeTime(mark.latest) + 1,
      );
      const item: ErasureItem = {
        account_id: accountId,
        erasure_id: deps.newErasureId(at),
        kind: customer === undefined ? 'dataset' : 'customer',
        dataset_id: datasetId,
        ...(customer !== undefined && { customer, identity: dataset?.identity }),
        ...(linked.length > 0 && { linked: [...linked] }),
        created_at: new Date(now).toISOString(),
        runs: 0,
        shard_cursors: {},
        orders: 0,
        line_items: 0,
        reports: 0,
        dead_letters: 0,
      };
      if (!(await erasures.accept(item, dataset !== undefined))) continue;
      measure('ErasuresRequested');
      await start(deps, item);
      return toErasureView(item);
    }
  }

  async function isKnown(accountId: string, datasetId: string): Promise<boolean> {
    return datasetId === DEFAULT_DATASET || (await datasets.exists(accountId, datasetId));
  }

  return {
    /**
     * Throws NotFoundError. If the dataset is being erased already and nothing was pushed since, returns the
     * job in progress.
     */
    async dataset(accountId: string, datasetId: string): Promise<ErasureView> {
      if (await datasets.exists(accountId, datasetId)) return accept(accountId, datasetId, undefined);
      const [running] = (await erasures.listUnfinished(accountId, datasetId))
        .filter(({ kind }) => kind === 'dataset')
        .reverse();
      if (running !== undefined) return toErasureView(running);
      if (datasetId !== DEFAULT_DATASET) throw new NotFoundError('Dataset not found.');
      return accept(accountId, datasetId, undefined);
    },

    /** Throws InvalidRequestError for the dataset. Does not reveal whether the customer exists. */
    async customer(accountId: string, datasetId: string, customerId: string): Promise<ErasureView> {
      if (!(await isKnown(accountId, datasetId))) {
        throw new InvalidRequestError('dataset_id', `no dataset "${datasetId}"`);
      }
      return accept(accountId, datasetId, toErasedCustomer(accountId, datasetId, customerId));
    },

    /** Repeats an erasure for everything that exists now, after a table was restored. */
    async again(accountId: string, erasureId: string): Promise<ErasureView> {
      const item = await erasures.get({ accountId, erasureId });
      if (item === undefined) throw new NotFoundError('Erasure not found.');
      return accept(accountId, item.dataset_id, item.customer, item.linked);
    },
  };
}
export type RequestErasure = ReturnType<typeof createRequestErasure>;

/** If the workflow cannot be started now, the reconciler starts it. */
async function start({ erasures, workflow }: RequestErasureDeps, item: ErasureItem): Promise<void> {
  const ref = { accountId: item.account_id, erasureId: item.erasure_id };
  try {
    const run = await erasures.takeRun(ref, 0);
    if (run !== undefined) await workflow.start(ref, run);
  } catch (error) {
    log('error', 'workflow not started', { erasure_id: item.erasure_id, ...describeError(error) });
  }
}
