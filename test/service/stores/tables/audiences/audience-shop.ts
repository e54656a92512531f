// Creates a shop with audiences on a real table, with files in memory, in which any write may be killed.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import type { Caller } from '../../../../../src/analysis/accounts/caller.ts';
import { buildList } from '../../../../../src/analysis/customer-lists/build-list.ts';
import { createCustomerIds, hash64 } from '../../../../../src/analysis/customer-lists/customer-ids.ts';
import { encodeList } from '../../../../../src/analysis/customer-lists/list-file.ts';
import { type Erasure, toErasedCustomer } from '../../../../../src/analysis/erasure/erasure.ts';
import { parseRequest } from '../../../../../src/contract/parse.ts';
import { DEFAULT_PLANS } from '../../../../../src/contract/plans.ts';
import {
  type CreateAudienceRequest,
  listMembersQuery,
} from '../../../../../src/contract/resources/audiences.ts';
import {
  type AudienceRef,
  type AudienceStore,
  createAudienceStore,
} from '../../../../../src/service/audiences/audiences.ts';
import { createManageAudiences } from '../../../../../src/service/audiences/manage-audiences.ts';
import type { MemberFile, MemberFiles } from '../../../../../src/service/audiences/member-files.ts';
import { createReadMembers } from '../../../../../src/service/audiences/read-members.ts';
import { createRemoveAudience } from '../../../../../src/service/audiences/remove-audience.ts';
import { createRunAudience } from '../../../../../src/service/audiences/run-audience.ts';
import { createDestinationStore } from '../../../../../src/service/destinations/destinations.ts';
import { createForgottenStore } from '../../../../../src/service/destinations/forgotten.ts';
import { eraseAudiences } from '../../../../../src/service/erasures/erase-audiences.ts';
import type { DatasetMark } from '../../../../../src/service/erasures/erasure-marks.ts';
import { createRecommendationStore } from '../../../../../src/service/recommendations/recommendations.ts';
import { createColumnCache } from '../../../../../src/service/reports/lists/column-cache.ts';
import type { Hidden } from '../../../../../src/service/reports/lists/hidden-customers.ts';
import type { ReportItem, ReportKey } from '../../../../../src/service/reports/report-item.ts';
import { createReportItem } from '../../../../../tools/harness/report-item.ts';
import { TABLES } from '../use-tables.ts';
import { createCopiesInMemory, createListsInMemory } from './lists-in-memory.ts';

export const START = Date.parse('2026-03-01T12:00:00Z');
export const HOUR = 3_600_000;
export const CONDITIONS = [{ report: { report_type: 'RFM' as const } }];

export class Killed extends Error {}

/** Creates an account with one dataset, whose newest report lists the given customers. */
export function createAudienceShop(db: DynamoDBDocumentClient, maxAudienceMembers?: number) {
  const accountId = `acc_${ulid()}`;
  const store = createAudienceStore(db, TABLES.service);
  const memory = createListsInMemory<MemberFile>();
  const lists = createListsInMemory<ReportKey>();
  const reports: ReportItem[] = [];
  let now = START;
  let mark: DatasetMark | undefined;
  let unseen: Hidden = { customers: [], everybody: false };
  let dataset = { slug: 'default', name: 'default', last_accepted: 1 };
  const caller: Caller = {
    accountId,
    keyHash: 'hash',
    limits: DEFAULT_PLANS.max,
  };
  const files: MemberFiles = {
    ...memory,
    async keepOnly(ref: AudienceRef, file) {
      for (const name of memory.objects.keys())
        if (name.includes(`/${ref.audienceId}/`) && !name.endsWith(`/${file}`)) memory.objects.delete(name);
    },
  };
  const destinations = createDestinationStore(db, TABLES.service);
  const datasets = { get: async () => dataset };
  const clock = () => now;
  const started: string[] = [];

  /** `dies`: called before and after each write of a step. */
  const createSteps = (dies: () => boolean) => {
    const writeOrDie = async <T>(write: () => Promise<T>): Promise<T> => {
      if (dies()) throw new Killed();
      const result = await write();
      if (dies()) throw new Killed();
      return result;
    };
    const audiences: AudienceStore = {
      ...store,
      replace: (item) => writeOrDie(() => store.replace(item)),
      noteReports: (run, ids) => writeOrDie(() => store.noteReports(run, ids)),
      complete: (...all) => writeOrDie(() => store.complete(...all)),
      fail: (...all) => writeOrDie(() => store.fail(...all)),
    };
    return createRunAudience({
      audiences,
      files: { ...files, put: (of, bytes) => writeOrDie(() => files.put(of, bytes)) },
      reports: {
        get: async ({ reportId }) => reports.find(({ report_id }) => report_id === reportId),
        list: async () => reports.toReversed(),
      },
      datasets,
      recommendations: createRecommendationStore(db, TABLES.service),
      lists,
      hidden: async () => unseen,
      accounts: {
        findKey: async () => ({
          key_hash: 'hash',
          key_id: 'k',
          hint: '',
          account_id: accountId,
          created_at: '',
        }),
        getAccount: async () => ({
          account_id: accountId,
          name: 'shop',
          plan: 'max',
          created_at: '',
          overrides: maxAudienceMembers === undefined ? {} : { maxAudienceMembers },
        }),
      },
      plans: DEFAULT_PLANS,
      async startReport(_caller, request, earlier) {
        const report_id = earlier?.id ?? '';
        if (!reports.some((known) => known.report_id === report_id))
          reports.push(
            createReportItem({
              account_id: accountId,
              report_id,
              report_type: 'RFM',
              request,
              status: 'Processing',
              created_at: new Date(now).toISOString(),
              last_accepted: dataset.last_accepted,
            }),
          );
        return { report_id, status: 'Processing', report_type: 'RFM', dataset_id: 'default' };
      },
      destinations,
      deliveryWorkflow: { start: async () => undefined },
      newFileId: () => ulid(),
      clock,
    });
  };
  const manage = createManageAudiences({
    audiences: store,
    datasets,
    erasures: { mark: async () => mark },
    workflow: { start: async ({ runId }) => void started.push(runId) },
    newId: (time) => ulid(time),
    clock,
  });
  const read = createReadMembers({
    audiences: store,
    files,
    erasures: { mark: async () => undefined },
    hidden: async () => unseen,
    cache: createColumnCache(0),
  });
  return {
    accountId,
    caller,
    store,
    files: memory.objects,
    manage,
    read,
    remove: createRemoveAudience({
      audiences: store,
      files,
      erasures: { mark: async () => mark },
      destinations,
      removeDestination: async () => undefined,
    }),
    started,
    reports,
    due: {
      audiences: store,
      datasets,
      erasures: { mark: async () => mark },
      workflow: { start: async ({ runId }: { runId: string }) => void started.push(runId) },
      newId: (time: number) => ulid(time),
      clock,
    },
    mark: (next: DatasetMark | undefined) => {
      mark = next;
    },
    pass: (ms: number) => {
      now += ms;
    },
    hide: (ids: readonly string[]) => {
      unseen = { customers: ids.map(hash64), everybody: false };
    },
    /** Accepts new orders: earlier reports belong to another state. */
    accept: () => {
      dataset = { ...dataset, last_accepted: dataset.last_accepted + 1 };
    },
    /** Finishes the reports in progress, which list these customers. */
    async finish(ids: readonly string[]) {
      for (const [at, report] of reports.entries()) {
        if (report.status !== 'Processing') continue;
        reports[at] = { ...report, status: 'Completed' };
        await lists.put(
          { accountId, reportId: report.report_id },
          encodeList(
            buildList({
              reportType: 'RFM',
              ids: createCustomerIds(ids),
              groups: [],
              figures: { group: ids.map(() => 0), monetary: ids.map(() => 1) },
            }),
          ),
        );
      }
    },
    erase: (ids: readonly string[]) =>
      eraseAudiences(
        {
          ...{ audiences: store, memberFiles: files, destinations },
          ...{ forgotten: createForgottenStore(db, TABLES.service), copies: createCopiesInMemory(clock) },
          ...{ newFileId: () => ulid(), clock },
        },
        { accountId, datasetId: 'default' },
        ids.map(
          (id): Erasure => ({
            erasureId: ulid(START + 1_000_000_000),
            customer: toErasedCustomer(accountId, 'default', id),
          }),
        ),
      ),
    steps: createSteps,
    step: createSteps(() => false),
    async create(rest: Partial<CreateAudienceRequest> = {}) {
      const request = { name: 'all', dataset_id: 'default', conditions: CONDITIONS, ...rest };
      const { item } = await manage.create(caller, request, undefined);
      return { accountId, audienceId: item.audience_id };
    },
    async members(ref: AudienceRef, query: object = {}) {
      const found = await read.members(ref, parseRequest(listMembersQuery, { limit: '1000', ...query }));
      return found.members.map(({ customer_id }) => customer_id).sort();
    },
  };
}

export const toRunInput = ({ accountId, audienceId }: AudienceRef, run_id: string) => ({
  account_id: accountId,
  audience_id: audienceId,
  run_id,
});
