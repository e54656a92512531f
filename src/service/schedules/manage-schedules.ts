// Creates, changes and deletes schedules.
import { decodeTime } from 'ulid';
import type { Caller } from '../../analysis/accounts/caller.ts';
import { InvalidRequestError, NotFoundError, ScheduleLimitError } from '../../contract/errors/errors.ts';
import type { CreateReportRequest } from '../../contract/resources/reports/reports.ts';
import type {
  CreateScheduleRequest,
  UpdateScheduleRequest,
} from '../../contract/resources/reports/schedules.ts';
import { computeNextDue } from '../../contract/schedules/expression.ts';
import { MAX_SCHEDULES } from '../../contract/schema/limits.ts';
import type { DatasetItem, DatasetStore } from '../datasets/datasets.ts';
import type { DatasetMark } from '../erasures/erasure-marks.ts';
import type { ErasureStore } from '../erasures/erasures.ts';
import { checkReport, checkSentReport } from '../reports/requests/check-report.ts';
import { requireDataset } from '../reports/requests/require-dataset.ts';
import type { WebhookTargets } from '../wiring/environment.ts';
import { findRestReason } from './rest.ts';
import type { ScheduleItem, ScheduleRef, ScheduleStore } from './schedules.ts';

export interface ManageSchedulesDeps {
  readonly schedules: ScheduleStore;
  readonly datasets: Pick<DatasetStore, 'get'>;
  readonly erasures: Pick<ErasureStore, 'mark'>;
  readonly webhookReceivers: WebhookTargets;
  readonly newScheduleId: (now: number) => string;
  readonly clock: () => number;
}

/** A schedule, and the erasure mark of its dataset. */
export interface MarkedSchedule {
  readonly item: ScheduleItem;
  readonly mark: DatasetMark | undefined;
}

export function createManageSchedules(deps: ManageSchedulesDeps) {
  const { schedules, erasures, newScheduleId, clock } = deps;

  async function withMark(item: ScheduleItem): Promise<MarkedSchedule> {
    return { item, mark: await erasures.mark(item.account_id, item.dataset_id) };
  }

  /** Throws NotFoundError. */
  async function requireSchedule(ref: ScheduleRef): Promise<MarkedSchedule> {
    const item = await schedules.get(ref);
    if (item === undefined) throw new NotFoundError('Schedule not found.');
    return withMark(item);
  }

  /** Newer than the erasures of the dataset, whatever the clock shows. */
  async function createActivationId(accountId: string, datasetId: string): Promise<string> {
    const mark = await erasures.mark(accountId, datasetId);
    return newScheduleId(Math.max(clock(), mark === undefined ? 0 : decodeTime(mark.latest) + 1));
  }

  /**
   * Checks the report like `POST /reports`. `isSent`: by this request, and not stored before. Throws
   * InvalidRequestError.
   */
  async function checkRunnable(
    accountId: string,
    report: CreateReportRequest,
    dateRange: string | undefined,
    { isSent }: { readonly isSent: boolean },
  ): Promise<{ readonly name: string; readonly dataset: DatasetItem | undefined }> {
    if (dateRange !== undefined && report.filters?.dateRange !== undefined) {
      throw new InvalidRequestError('date_range', 'not allowed together with report.filters.dateRange');
    }
    try {
      const name = (isSent ? checkSentReport : checkReport)(report, deps.webhookReceivers);
      return { name, dataset: await requireDataset(deps.datasets, accountId, report.dataset_id) };
    } catch (error) {
      if (!(error instanceof InvalidRequestError) || error.param === undefined) throw error;
      throw new InvalidRequestError(`report.${error.param}`, error.message.slice(`${error.param}: `.length));
    }
  }

  return {
    /**
     * `startedId`: the id that an earlier attempt of the request has reserved. Throws InvalidRequestError.
     */
    async create(
      by: Caller,
      request: CreateScheduleRequest,
      startedId: string | undefined,
    ): Promise<MarkedSchedule> {
      const { accountId, keyHash, author } = by;
      const now = clock();
      const scheduleId = startedId ?? newScheduleId(now);
      const known = await schedules.list(accountId);
      const earlier = known.find(({ schedule_id }) => schedule_id === scheduleId);
      if (earlier !== undefined) return withMark(earlier);
      if (known.length >= MAX_SCHEDULES) {
        throw new ScheduleLimitError(MAX_SCHEDULES);
      }
      const { report, expression, date_range, only_if_changed = false } = request;
      const { name, dataset } = await checkRunnable(accountId, report, date_range, { isSent: true });
      const timeZone = request.time_zone ?? getUsualZone(report, dataset);
      const item: ScheduleItem = {
        account_id: accountId,
        schedule_id: scheduleId,
        name: request.name ?? name,
        expression,
        time_zone: timeZone,
        report,
        dataset_id: report.dataset_id,
        date_range,
        only_if_changed,
        key_hash: keyHash,
        created_by: author,
        created_at: new Date(now).toISOString(),
        activated_as: await createActivationId(accountId, report.dataset_id),
        version: 1,
        next_run: computeNextDue(expression, timeZone, now),
        ...{ started: 0, skipped: 0, failed: 0, recent: [] },
      };
      await schedules.create(item, by);
      return withMark(item);
    },

    async list(accountId: string): Promise<MarkedSchedule[]> {
      return Promise.all((await schedules.list(accountId)).map(withMark));
    },

    get: requireSchedule,

    /**
     * `check` throws if the schedule differs from the version that the client has read. Throws NotFoundError
     * and InvalidRequestError.
     */
    async update(
      by: Caller,
      ref: ScheduleRef,
      request: UpdateScheduleRequest,
      check: (found: MarkedSchedule) => void = () => undefined,
    ): Promise<MarkedSchedule> {
      for (;;) {
        const found = await requireSchedule(ref);
        check(found);
        const { item, mark } = found;
        const report = request.report ?? item.report;
        const kept = request.report === undefined ? item.date_range : undefined;
        const date_range = request.date_range === undefined ? kept : (request.date_range ?? undefined);
        const { name, dataset } = await checkRunnable(ref.accountId, report, date_range, {
          isSent: request.report !== undefined,
        });
        const changed: ScheduleItem = {
          ...item,
          report,
          dataset_id: report.dataset_id,
          name: request.name === undefined ? item.name : (request.name ?? name),
          expression: request.expression ?? item.expression,
          time_zone:
            request.time_zone === undefined
              ? item.time_zone
              : (request.time_zone ?? getUsualZone(report, dataset)),
          date_range,
          only_if_changed:
            request.only_if_changed === undefined ? item.only_if_changed : (request.only_if_changed ?? false),
          key_hash: by.keyHash,
          updated_by: by.author,
        };
        const rest = request.status === 'paused' ? 'requested' : findRestReason(item, mark);
        const isResumed = request.status === 'active' && rest !== undefined;
        const isNew = isResumed || report.dataset_id !== item.dataset_id;
        const activated_as = isNew
          ? await createActivationId(ref.accountId, report.dataset_id)
          : item.activated_as;
        const next = planNextRun({ ...changed, activated_as }, item, isResumed ? undefined : rest, clock());
        // Otherwise it was run, changed or deleted meanwhile.
        if (await schedules.replace(next, by)) return withMark({ ...next, version: next.version + 1 });
      }
    },

    /** Throws NotFoundError. */
    async remove(ref: ScheduleRef): Promise<MarkedSchedule> {
      const found = await requireSchedule(ref);
      await schedules.remove(ref);
      return found;
    },
  };
}

/** Time zone of a schedule that names none. */
function getUsualZone(report: CreateReportRequest, dataset: DatasetItem | undefined): string {
  return report.params?.time_zone ?? dataset?.time_zone ?? 'UTC';
}

/** Sets the time of the next run, which stays if neither the clock nor the pause has changed. */
function planNextRun(
  changed: ScheduleItem,
  before: ScheduleItem,
  rest: ScheduleItem['paused'],
  now: number,
): ScheduleItem {
  const isSameReport =
    JSON.stringify([changed.report, changed.date_range]) ===
    JSON.stringify([before.report, before.date_range]);
  const basis = isSameReport && changed.time_zone === before.time_zone ? before.basis : undefined;
  if (rest !== undefined) return { ...changed, basis, paused: rest, next_run: undefined };
  const sameClock = changed.expression === before.expression && changed.time_zone === before.time_zone;
  const resumes = changed.activated_as !== before.activated_as;
  return {
    ...changed,
    basis,
    paused: undefined,
    next_run:
      sameClock && !resumes && before.next_run !== undefined
        ? before.next_run
        : computeNextDue(changed.expression, changed.time_zone, now),
    recent: resumes ? [] : before.recent,
  };
}
