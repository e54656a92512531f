// Creates, changes, deletes and refreshes audiences.
import { randomBytes } from 'node:crypto';
import { decodeTime } from 'ulid';
import type { Caller } from '../../analysis/accounts/caller.ts';
import { AudienceLimitError, InvalidRequestError, NotFoundError } from '../../contract/errors/errors.ts';
import {
  type CreateAudienceRequest,
  findRefreshProblem,
  type UpdateAudienceRequest,
} from '../../contract/resources/audiences.ts';
import type { AudienceWorkflow } from '../aws/executions.ts';
import type { DatasetStore } from '../datasets/datasets.ts';
import type { DatasetMark } from '../erasures/erasure-marks.ts';
import type { ErasureStore } from '../erasures/erasures.ts';
import { requireDataset } from '../reports/requests/require-dataset.ts';
import { isAudienceErased } from './audience-view.ts';
import {
  type AudienceItem,
  type AudienceRef,
  type AudienceRunItem,
  type AudienceStore,
  pauseAudience,
} from './audiences.ts';
import { checkConditions } from './conditions.ts';
import { computeNextRefresh, startRun } from './start-run.ts';

export interface ManageAudiencesDeps {
  readonly audiences: AudienceStore;
  readonly datasets: Pick<DatasetStore, 'get'>;
  readonly erasures: Pick<ErasureStore, 'mark'>;
  readonly workflow: Pick<AudienceWorkflow, 'start'>;
  readonly newId: (now: number) => string;
  readonly clock: () => number;
}

/** An audience, and the erasure mark of its dataset. */
export interface MarkedAudience {
  readonly item: AudienceItem;
  readonly mark: DatasetMark | undefined;
}

const KEY_BYTES = 32;

export function createManageAudiences(deps: ManageAudiencesDeps) {
  const { audiences, datasets, erasures, newId, clock } = deps;

  async function withMark(item: AudienceItem): Promise<MarkedAudience> {
    return { item, mark: await erasures.mark(item.account_id, item.dataset_id) };
  }

  /** Throws NotFoundError. */
  async function requireAudience(ref: AudienceRef): Promise<MarkedAudience> {
    const item = await audiences.get(ref);
    if (item === undefined) throw new NotFoundError('Audience not found.');
    return withMark(item);
  }

  return {
    /**
     * `startedId`: the id that an earlier attempt of the request has reserved. Throws InvalidRequestError.
     */
    async create(
      by: Caller,
      request: CreateAudienceRequest,
      startedId: string | undefined,
    ): Promise<MarkedAudience> {
      const { accountId, keyHash, author, limits } = by;
      const now = clock();
      const audienceId = startedId ?? newId(now);
      const known = await audiences.list(accountId);
      const earlier = known.find(({ audience_id }) => audience_id === audienceId);
      if (earlier !== undefined) return withMark(earlier);
      if (known.length >= limits.maxAudiences) throw new AudienceLimitError(limits.maxAudiences);
      const { name, dataset_id, conditions, hold_out = 0 } = request;
      const refreshes = resolveRefresh(request);
      checkConditions(dataset_id, conditions);
      await requireDataset(datasets, accountId, dataset_id);
      const mark = await erasures.mark(accountId, dataset_id);
      const item: AudienceItem = {
        account_id: accountId,
        audience_id: audienceId,
        name,
        dataset_id,
        conditions,
        hold_out,
        hold_out_key: randomBytes(KEY_BYTES).toString('hex'),
        ...refreshes,
        next_run: computeNextRefresh(refreshes, now),
        key_hash: keyHash,
        created_by: author,
        created_at: new Date(now).toISOString(),
        // Newer than the erasures of the dataset, whatever the clock shows.
        activated_as: newId(Math.max(now, mark === undefined ? 0 : decodeTime(mark.latest) + 1)),
        version: 1,
      };
      await audiences.create(item, by);
      return { item, mark };
    },

    async list(accountId: string): Promise<MarkedAudience[]> {
      return Promise.all((await audiences.list(accountId)).map(withMark));
    },

    get: requireAudience,

    /**
     * `check` throws if the audience differs from the version that the client has read. Throws NotFoundError
     * and InvalidRequestError.
     */
    async update(
      by: Caller,
      ref: AudienceRef,
      request: UpdateAudienceRequest,
      check: (found: MarkedAudience) => void,
    ): Promise<MarkedAudience> {
      for (;;) {
        const found = await requireAudience(ref);
        check(found);
        const { item, mark } = found;
        const { name = item.name, conditions = item.conditions } = request;
        if (request.conditions !== undefined) checkConditions(item.dataset_id, conditions);
        const refreshes = resolveRefresh(request, item);
        const isSame = TIMES.every((field) => refreshes[field] === item[field]);
        const now = clock();
        const paused = pauseAsked(request.status, item, now);
        const keeps = isSame && item.paused === undefined;
        const due = keeps ? item.next_run : computeNextRefresh(refreshes, now);
        const changed = {
          ...item,
          name,
          conditions,
          ...refreshes,
          key_hash: by.keyHash,
          updated_by: by.author,
        };
        const next =
          paused === undefined ? { ...changed, paused, next_run: due } : pauseAudience(changed, paused);
        // Otherwise a run has changed it meanwhile, or it was deleted.
        if (await audiences.replace(next, by)) return { item: { ...next, version: next.version + 1 }, mark };
      }
    },

    /** The run in progress, or a new one. Throws NotFoundError. */
    async refresh({ keyHash }: Caller, ref: AudienceRef): Promise<AudienceRunItem> {
      for (;;) {
        const { item, mark } = await requireAudience(ref);
        if (isAudienceErased(item, mark)) throw new NotFoundError('Audience not found.');
        // This run covers everything accepted until now: the next one after imports waits for more.
        const refreshed_for = (await datasets.get(item.account_id, item.dataset_id))?.last_accepted;
        const run = await startRun(deps, { ...item, refreshed_for }, keyHash);
        if (run !== undefined) return run;
      }
    },

    /** Newest first. Throws NotFoundError. */
    async runs(ref: AudienceRef, limit: number, before: string | undefined): Promise<AudienceRunItem[]> {
      await requireAudience(ref);
      return audiences.runs(ref, limit, before);
    },
  };
}

function pauseAsked(
  status: UpdateAudienceRequest['status'],
  { paused }: AudienceItem,
  now: number,
): AudienceItem['paused'] {
  if (status === undefined) return paused;
  return status === 'active' ? undefined : { because: 'requested', at: new Date(now).toISOString() };
}

const TIMES = ['refresh', 'expression', 'time_zone'] as const;

/** `before`: the audience before the change. Throws InvalidRequestError. */
function resolveRefresh(
  request: Pick<CreateAudienceRequest, (typeof TIMES)[number]>,
  before?: Pick<AudienceItem, (typeof TIMES)[number]>,
): Pick<AudienceItem, (typeof TIMES)[number]> {
  const refresh = request.refresh ?? before?.refresh ?? 'manual';
  const isPlanned = refresh === 'schedule';
  const expression = request.expression ?? (isPlanned ? before?.expression : undefined);
  const problem = findRefreshProblem(refresh, expression);
  if (problem !== undefined) throw new InvalidRequestError('expression', problem);
  const time_zone = request.time_zone ?? (isPlanned ? before?.time_zone : undefined);
  if (!isPlanned && time_zone !== undefined)
    throw new InvalidRequestError('time_zone', 'only allowed with refresh: schedule');
  return { refresh, expression, time_zone: isPlanned ? (time_zone ?? 'UTC') : undefined };
}
