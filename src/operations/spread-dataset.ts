// Spreads the orders of a dataset over more partitions while it is read and written. Every step can be repeated: a run that
// was stopped anywhere is continued by the next one.
import { SHARD_COUNT } from '../core/ingest/hash.ts';
import type { OrderMover } from '../stores/orders/order-mover.ts';
import type { DatasetRef } from '../stores/orders/orders.ts';
import type { SpreadItem, Spreads } from '../stores/orders/spreads.ts';
import type { DataVersions } from '../stores/tables/data-version.ts';
import { MOST_WIDTH, NARROW } from '../stores/tables/orders-table.ts';
import { OperationError } from './operation-error.ts';

/** From then on, no release from before reads or writes any more. */
const SPREAD_DATA_VERSION = 2;
/** Longer than any function runs: whoever reads orders when they begin to move knows both places. */
const ANNOUNCED_MS = 16 * 60_000;
/** Longer than a transaction takes to be applied in full: whoever creates an order sees what was created before. */
const QUIET_MS = 5_000;
const SHARDS_AT_ONCE = 8;

/** `waits`: in milliseconds, before orders move. */
export type SpreadStep =
  | { readonly step: 'announced' | 'opened'; readonly waits: number }
  | { readonly step: 'moved'; readonly shard: number; readonly orders: number };

export interface SpreadDatasetDeps {
  readonly spreads: Spreads;
  readonly mover: OrderMover;
  readonly versions: Pick<DataVersions, 'read'>;
  readonly clock: () => number;
  readonly pause: (ms: number) => Promise<unknown>;
  readonly announcedMs?: number;
  readonly quietMs?: number;
}

export function createSpreadDataset(deps: SpreadDatasetDeps) {
  const { spreads, mover, versions, clock, pause, announcedMs = ANNOUNCED_MS, quietMs = QUIET_MS } = deps;

  async function moveShard(dataset: DatasetRef, { width, wider = width }: SpreadItem, shard: number) {
    let orders = 0;
    for (let lane = 0; lane < width; lane++) orders += await mover.move(dataset, shard, lane, wider);
    await spreads.noteMoved(dataset, wider, shard);
    return orders;
  }

  async function moveShards(dataset: DatasetRef, spread: SpreadItem, onStep: (step: SpreadStep) => void) {
    const pending = Array.from({ length: SHARD_COUNT }, (_, shard) => shard)
      .filter((shard) => !spread.moved?.has(shard))
      .values();
    const worker = async (): Promise<void> => {
      for (const shard of pending)
        onStep({ step: 'moved', shard, orders: await moveShard(dataset, spread, shard) });
    };
    await Promise.all(Array.from({ length: SHARDS_AT_ONCE }, worker));
  }

  /** `partitions`: of the whole dataset. Returns when every order is at its place. */
  return async function spreadDataset(
    dataset: DatasetRef,
    partitions: number,
    onStep: (step: SpreadStep) => void = () => {},
  ): Promise<void> {
    const wanted = widthOf(partitions);
    for (;;) {
      const spread = (await spreads.find(dataset)) ?? { ...NARROW, since: '' };
      const { width, wider, since, moves_at: movesAt } = spread;
      if (wider === undefined) {
        if (width === wanted) return;
        if (width > wanted)
          throw new OperationError(
            `${dataset.datasetId} is spread over ${width * SHARD_COUNT} partitions: expected more, got ${partitions}`,
          );
        if ((await versions.read()) < SPREAD_DATA_VERSION)
          throw new OperationError('the release before this one may still run: run stage migrate first');
        await spreads.announce(dataset, { width, wider: wanted }, new Date(clock()).toISOString());
        onStep({ step: 'announced', waits: announcedMs });
      } else if (wider !== wanted) {
        throw new OperationError(
          `${dataset.datasetId} is being spread over ${wider * SHARD_COUNT} partitions: let that end first, with --partitions ${wider * SHARD_COUNT}`,
        );
      } else if (movesAt === undefined) {
        await until(Date.parse(since) + announcedMs);
        await spreads.open(dataset, wider, clock() + quietMs);
        onStep({ step: 'opened', waits: quietMs });
      } else {
        await until(movesAt);
        await moveShards(dataset, spread, onStep);
        await spreads.settle(dataset, wider, new Date(clock()).toISOString());
      }
    }
  };

  async function until(time: number): Promise<void> {
    const left = time - clock();
    if (left > 0) await pause(left);
  }
}

/** Of each shard. Throws OperationError. */
function widthOf(partitions: number): number {
  const width = partitions / SHARD_COUNT;
  if (!Number.isInteger(Math.log2(width)) || width < 1 || width > MOST_WIDTH)
    throw new OperationError(
      `partitions: expected 16, 32, 64, 128 or ${MOST_WIDTH * SHARD_COUNT}, got ${partitions}`,
    );
  return width;
}
