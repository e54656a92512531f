// One step of a run: requests the reports of the audience's conditions or reuses fresh ones, waits for them,
// then stores the customers who meet all conditions as members. Every step may be repeated, even
// concurrently: the members change only in a transaction that requires the audience as read.

import { createEmptyMembership, holdOut, refreshMembers } from '../../analysis/audiences/membership.ts';
import { decodeList, encodeList } from '../../analysis/customer-lists/list-file.ts';
import { findRowsOfPersons } from '../../analysis/customer-lists/other-ids.ts';
import { withoutRows } from '../../analysis/customer-lists/select-rows.ts';
import type { CustomerList } from '../../contract/customer-lists/columns.ts';
import { PlanRequiredError, ServiceError, UnauthorizedError } from '../../contract/errors/errors.ts';
import type { AudienceRunInput, AudienceStep } from '../../contract/messages/workflow.ts';
import { resolveLimits } from '../../contract/plans.ts';
import type { WorkSentence } from '../../contract/sentences/failed-because.ts';
import { say } from '../../contract/sentences/sentence.ts';
import type { DeliveryWorkflow } from '../aws/executions.ts';
import type { DatasetStore } from '../datasets/datasets.ts';
import type { DestinationStore } from '../destinations/destinations.ts';
import { log } from '../observability/log.ts';
import { measure } from '../observability/metrics.ts';
import { type CustomerLists, ListChangedError } from '../reports/customer-lists.ts';
import type { HiddenCustomers } from '../reports/lists/hidden-customers.ts';
import type { ReportStore } from '../reports/reports.ts';
import { type CallerOfKeyDeps, findCaller } from '../reports/requests/caller-of-key.ts';
import {
  findServedReport,
  type StartReport,
  type StartReportDeps,
} from '../reports/requests/start-report.ts';
import type { AudienceItem, AudienceRef, AudienceRunItem, AudienceStore } from './audiences.ts';
import { resolveConditions } from './conditions.ts';
import type { MemberFiles } from './member-files.ts';
import { findFreshReport, NoListError, selectCustomers } from './select-customers.ts';

export interface RunAudienceDeps extends CallerOfKeyDeps {
  readonly audiences: AudienceStore;
  readonly files: MemberFiles;
  readonly reports: Pick<ReportStore, 'get' | 'list'>;
  readonly datasets: Pick<DatasetStore, 'get'>;
  readonly lists: Pick<CustomerLists, 'version' | 'read'>;
  readonly hidden: HiddenCustomers;
  readonly startReport: StartReport;
  readonly recommendations: StartReportDeps['recommendations'];
  readonly destinations: Pick<DestinationStore, 'list'>;
  readonly deliveryWorkflow: Pick<DeliveryWorkflow, 'start'>;
  readonly newFileId: (now: number) => string;
  readonly clock: () => number;
}

type Step = Pick<AudienceStep, 'outcome' | 'wait_seconds'>;

const DONE: Step = { outcome: 'done', wait_seconds: 0 };
const createRepeat = (seconds: number): Step => ({ outcome: 'again', wait_seconds: Math.ceil(seconds) });
/**
 * Seconds. The wait is a tenth of the time since the run was started, so that hours take some tens of steps.
 */
const [LEAST_WAIT, MOST_WAIT] = [2, 60];

/** The run can't be completed, for a reason that its owner may read. */
class RunRefusal extends Error {
  override readonly name = 'RunRefusal';
  readonly reason: WorkSentence;

  constructor(reason: WorkSentence) {
    super('the run cannot be completed');
    this.reason = reason;
  }
}

export function createRunAudience(deps: RunAudienceDeps) {
  const { audiences, files, reports, clock } = deps;

  /** The reports that the run compares, one per condition. They are chosen once. */
  async function chooseReports(run: AudienceRunItem, datasetId: string): Promise<readonly string[]> {
    if (run.report_ids !== undefined) return run.report_ids;
    const caller = await findCaller(deps, run.key_hash);
    if (caller === undefined)
      throw new UnauthorizedError('The API key of the run has expired or was revoked.');
    if (caller instanceof PlanRequiredError) throw caller;
    const { accountId } = caller;
    const ids: string[] = [];
    for (const [at, condition] of resolveConditions(datasetId, run.conditions).entries()) {
      const dataset = await deps.datasets.get(accountId, datasetId);
      const served = await findServedReport(deps.recommendations, accountId, condition.request);
      const search = { reports, accountId, datasetId, dataset, served };
      const fresh = await findFreshReport(search, condition, clock());
      const id = fresh?.report_id ?? run.new_report_ids[at] ?? '';
      // The run stores the id first, so that a repetition finds the report.
      const earlier = { id, resumes: true, renew: async () => undefined };
      if (fresh === undefined) await deps.startReport(caller, condition.request, earlier);
      ids.push(id);
    }
    await audiences.noteReports(run, ids);
    return (await audiences.run(toRunRef(run)))?.report_ids ?? ids;
  }

  /** Whether all reports have finished. Throws RunRefusal. */
  async function areFinished(accountId: string, ids: readonly string[]): Promise<boolean> {
    const found = await Promise.all(ids.map((reportId) => reports.get({ accountId, reportId })));
    for (const report of found) {
      if (report === undefined) throw new RunRefusal(say('export_of_erased_report', {}));
      if (report.status === 'Failed')
        throw new RunRefusal(say('audience_report_failed', { reason: report.fail_reason ?? '' }));
    }
    return found.every((report) => report?.status !== 'Processing');
  }

  async function readMembersBefore({ members, ...item }: AudienceItem): Promise<CustomerList> {
    if (members === undefined) return createEmptyMembership();
    const stored = await files.find({ ...toAudienceRef(item), file: members.file });
    // An erasure has replaced the file since the audience was read.
    if (stored === undefined) throw new ListChangedError('the members have changed');
    return decodeList(stored);
  }

  async function refresh(item: AudienceItem, run: AudienceRunItem, ids: readonly string[]): Promise<Step> {
    const { account_id: accountId, dataset_id: datasetId } = item;
    const marked = { ...item, reading_since: clock() };
    // From here on, an erasure waits for the run; the run contains no customer who was erased before.
    if (!(await audiences.replace(marked))) return createRepeat(1);
    const unseen = await deps.hidden({ accountId, datasetId });
    if (unseen.everybody) throw new RunRefusal(say('export_of_erased_report', {}));
    const conditions = resolveConditions(datasetId, run.conditions);
    const selected = await selectCustomers(deps.lists, accountId, conditions, ids, unseen.customers);
    const before = await readMembersBefore(item);
    const known = withoutRows(before, findRowsOfPersons(before.columns, before.head, unseen.customers));
    // Later than the time of any earlier members, whatever the clock shows, so that readers of changes miss
    // none.
    const at = Math.max(clock(), item.members === undefined ? 0 : Date.parse(item.members.as_of) + 1);
    const { list, joined, left, ...counts } = refreshMembers(
      known,
      selected,
      at,
      holdOut(item.hold_out_key, item.hold_out),
    );
    await requireRoom(accountId, counts.customers);
    const file = deps.newFileId(at);
    await files.put({ ...toAudienceRef(item), file }, encodeList(list));
    const members = { file, run_id: run.run_id, as_of: new Date(at).toISOString(), ...counts };
    const next = { ...marked, version: item.version + 1, members };
    const all = { ...counts, joined, left };
    const copies = await deps.destinations.list(accountId, item.audience_id);
    const ended = new Date(clock()).toISOString();
    if (!(await audiences.complete(next, run, all, ended, copies))) return createRepeat(1);
    // The reconciler starts workflows that are lost here.
    for (const copy of copies) await deps.deliveryWorkflow.start(copy);
    await files.keepOnly(toAudienceRef(item), file);
    measure('AudienceRunsCompleted');
    log('info', 'audience refreshed', { audience_id: item.audience_id, run_id: run.run_id, ...all });
    return DONE;
  }

  /** Throws RunRefusal. */
  async function requireRoom(accountId: string, found: number): Promise<void> {
    const account = await deps.accounts.getAccount(accountId);
    if (account === undefined) return;
    const { maxAudienceMembers: most } = resolveLimits(deps.plans[account.plan], account.overrides);
    if (found > most) throw new RunRefusal(say('audience_too_large', { found, most }));
  }

  async function fail(run: AudienceRunItem, reason: WorkSentence): Promise<Step> {
    const hasFailed = await audiences.fail(run, reason, new Date(clock()).toISOString());
    if (hasFailed) measure('AudienceRunsFailed');
    return DONE;
  }

  async function step(item: AudienceItem, run: AudienceRunItem): Promise<Step> {
    try {
      const ids = await chooseReports(run, item.dataset_id);
      if (await areFinished(item.account_id, ids)) return await refresh(item, run, ids);
      const waited = (clock() - Date.parse(run.created_at)) / 1_000;
      return createRepeat(Math.min(MOST_WAIT, Math.max(LEAST_WAIT, waited / 10)));
    } catch (error) {
      if (error instanceof ListChangedError) return createRepeat(1);
      if (error instanceof RunRefusal) return fail(run, error.reason);
      if (error instanceof NoListError) return fail(run, say('export_without_customers', {}));
      if (!(error instanceof ServiceError)) throw error;
      const { code, message } = error;
      return fail(run, say('report_refused', { error_code: code, message }));
    }
  }

  return async function runAudience(input: AudienceRunInput): Promise<Step> {
    const ref = { accountId: input.account_id, audienceId: input.audience_id, runId: input.run_id };
    const run = await audiences.run(ref);
    if (run?.status !== 'Processing') return DONE;
    if (input.error !== undefined) return fail(run, say('audience_run_failed', {}));
    const item = await audiences.get(ref);
    if (item?.run_id === run.run_id) return step(item, run);
    // The audience is deleted; this run may have written a file since.
    if (item === undefined) await files.keepOnly(ref, undefined);
    return fail(run, say('audience_run_stopped', {}));
  };
}

function toRunRef(run: AudienceRunItem) {
  return { accountId: run.account_id, audienceId: run.audience_id, runId: run.run_id };
}

function toAudienceRef({
  account_id,
  audience_id,
}: Pick<AudienceItem, 'account_id' | 'audience_id'>): AudienceRef {
  return { accountId: account_id, audienceId: audience_id };
}
