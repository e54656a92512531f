// Runs the report workflow on tables and a bucket in memory: the functions' own code, from the items of the Orders
// table to the objects of a finished report, computed by one function or in partitions.

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import {
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import * as v from 'valibot';
import type { Assigned } from '../../../src/analysis/effect/assigned.ts';
import type { getAnalysis } from '../../../src/analysis/report-types/analyses.ts';
import type {
  ExtractedShard,
  ExtractShard,
  PassedLane,
} from '../../../src/contract/messages/partitioned-workflow.ts';
import type { PlannedReport } from '../../../src/contract/messages/workflow.ts';
import { resolveReport } from '../../../src/contract/report-types/resolve.ts';
import {
  type CreateReportRequest,
  createReportRequest,
} from '../../../src/contract/resources/reports/reports.ts';
import { SHARD_COUNT } from '../../../src/contract/schema/limits.ts';
import { createPartitionFiles } from '../../../src/service/reports/partition-files.ts';
import type { ReportItem } from '../../../src/service/reports/report-item.ts';
import {
  createComputeState,
  createExtractState,
  createJoinState,
  createPassState,
} from '../../../src/service/reports/states.ts';
import { createFinishBody } from '../../../src/service/reports/steps/finish-body.ts';
import { wireReportFiles, wireReportOrders } from '../../../src/service/reports/wire-states.ts';
import { REPORT_PREFIX, toReportKey } from '../../../src/service/tables/service-table.ts';
import { createReportItem } from '../../../tools/harness/report-item.ts';
import type { OrderItems } from './order-items.ts';

const ACCOUNT = 'acc';
export const DATASET = { accountId: ACCOUNT, datasetId: 'default' };
/** Items on a page of the Orders table: a shard has several pages. */
const ITEMS_PER_PAGE = 30;
const AT = '2026-01-01T00:00:00.000Z';

type Item = Record<string, unknown>;

/** The objects and items of a finished report by their keys. */
export type Written = ReadonlyMap<string, Uint8Array>;

export interface InPartitions {
  readonly parts: number;
  readonly linesPerFile: number;
  /** Default: the analyses of the report types. */
  readonly findAnalysis?: typeof getAnalysis;
}

/** `assigned`: assignments to the audience of every effect report. */
export function createWorkflow(assigned?: Assigned) {
  const objects = new Map<string, Uint8Array>();
  const items = new Map<string, Item>();
  let orders: OrderItems = new Map();
  let attempts = 0;

  function queryOrders({ ExpressionAttributeValues, ExclusiveStartKey }: QueryCommandInput) {
    const shard = orders.get(String(ExpressionAttributeValues?.[':pk'])) ?? [];
    const from =
      ExclusiveStartKey === undefined ? 0 : 1 + shard.findIndex(({ sk }) => sk === ExclusiveStartKey.sk);
    const Items = shard.slice(from, from + ITEMS_PER_PAGE);
    const last = Items.at(-1);
    return {
      Items,
      ...(from + Items.length < shard.length && { LastEvaluatedKey: { sk: last?.sk } }),
    };
  }
  /** Returns reports before another, newest first; no earlier items of any other kind. */
  function queryReports({ ExpressionAttributeValues = {}, ExclusiveStartKey }: QueryCommandInput) {
    const { ':prefix': prefix, ':type': type } = ExpressionAttributeValues;
    if (prefix !== REPORT_PREFIX) return { Items: [] };
    const before = String(ExclusiveStartKey?.sk);
    const found = [...items.values()].filter(
      ({ sk, report_type }) => String(sk) < before && report_type === type,
    );
    return { Items: found.sort((a, b) => (String(a.sk) < String(b.sk) ? 1 : -1)) };
  }

  const db = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1' }));
  const tables = mockClient(db)
    .on(QueryCommand)
    .callsFake((query: QueryCommandInput) =>
      query.TableName === 'Orders' ? queryOrders(query) : queryReports(query),
    )
    .on(GetCommand)
    .callsFake(({ Key }) => ({ Item: items.get(`${Key.pk}/${Key.sk}`) }))
    .on(PutCommand)
    .callsFake(({ Item }) => store(Item))
    .on(BatchWriteCommand)
    .callsFake(({ RequestItems }) => {
      for (const { PutRequest } of RequestItems.Service) store(PutRequest.Item);
      return {};
    })
    // Updates the report's progress.
    .on(UpdateCommand)
    .resolves({});
  const s3 = new S3Client({ region: 'us-east-1' });
  const bucket = mockClient(s3)
    .on(PutObjectCommand)
    .callsFake(({ Key, Body }) => {
      objects.set(Key, Uint8Array.from(Buffer.from(Body)));
      return {};
    })
    .on(GetObjectCommand)
    .callsFake(({ Key, Range }) => {
      const bytes = objects.get(Key);
      if (bytes === undefined) throw new NoSuchKey({ message: Key, $metadata: {} });
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(Range ?? '') ?? [];
      const asked = Range === undefined ? bytes : bytes.slice(Number(from), Number(to) + 1);
      return { Body: { transformToByteArray: async () => asked } };
    })
    // A file of all rules is larger than one part of an upload.
    .on(CreateMultipartUploadCommand)
    .callsFake(({ Key }) => ({ UploadId: Key }))
    .on(UploadPartCommand)
    .callsFake(({ Key, PartNumber, Body }) => {
      objects.set(`${Key}?${PartNumber}`, Uint8Array.from(Body));
      return {};
    })
    .on(CompleteMultipartUploadCommand)
    .callsFake(({ Key, MultipartUpload }) => {
      const names = MultipartUpload.Parts.map(
        ({ PartNumber }: { PartNumber: number }) => `${Key}?${PartNumber}`,
      );
      objects.set(Key, Buffer.concat(names.map((name: string) => objects.get(name))));
      for (const name of names) objects.delete(name);
      return {};
    })
    .on(DeleteObjectCommand)
    .callsFake(({ Key }) => void objects.delete(Key))
    .on(ListObjectsV2Command)
    .callsFake(({ Prefix }) => ({
      Contents: [...objects.keys()].filter((Key) => Key.startsWith(Prefix)).map((Key) => ({ Key })),
    }));

  function store(item: Item): void {
    items.set(`${item.pk}/${item.sk}`, item);
  }

  const stores = {
    ...wireReportFiles(db, s3, { SERVICE_TABLE: 'Service', BUCKET: 'bucket' }),
    ...wireReportOrders(db, { SERVICE_TABLE: 'Service', ORDERS_TABLE: 'Orders' }),
    files: createPartitionFiles(s3, 'bucket'),
    hidden: async () => ({ customers: [], everybody: false }),
    readAssigned: async () => assigned,
    newAttempt: () => `attempt-${++attempts}`,
    clock: () => 0,
  };
  const computeReport = createComputeState({ ...stores, maxLines: 0 });
  const finishBody = createFinishBody({ ...stores, model: undefined });

  async function computeInPartitions(
    planned: PlannedReport,
    requested: CreateReportRequest,
    { parts, ...how }: InPartitions,
  ): Promise<void> {
    const deps = {
      ...stores,
      ...how,
      sliceMs: Number.POSITIVE_INFINITY,
    };
    const extractShard = createExtractState(deps);
    const computeLane = createPassState(deps);
    const join = createJoinState(deps);
    const { report_type, ...ref } = planned;
    const identity = resolveReport(requested).settings.identity;
    const shards = Array.from({ length: SHARD_COUNT }, (_, shard) =>
      identity === undefined ? shard : { shard, persons: 'collect' as const },
    );
    const extract = async (each: readonly ExtractShard[]) => {
      const extracted: ExtractedShard[] = [];
      for (const shard of each) extracted.push(await extractShard(copyState({ ...ref, parts, shard })));
      return join(copyState({ ...planned, partitions: { parts, extracted } }));
    };
    let joined = await extract(shards);
    while (joined.partitions !== undefined) {
      const { partitions } = joined;
      if ('shards' in partitions) {
        joined = await extract(partitions.shards);
        continue;
      }
      if (!('lanes' in partitions)) {
        joined = await join(copyState({ ...planned, partitions }));
        continue;
      }
      const { job, lanes } = partitions;
      const passed: PassedLane[] = [];
      for (const lane of lanes) {
        let done: PassedLane | undefined;
        do {
          const input = done ?? { ...ref, parts, job, lane };
          done = await computeLane(copyState(input));
        } while (done.more);
        passed.push(done);
      }
      joined = await join(copyState({ ...planned, partitions: { parts, job, passed } }));
    }
  }

  return {
    /** Adds an item to the Service table. */
    store,

    /** Replaces all orders. */
    setOrders(of: OrderItems): void {
      orders = of;
    },

    /** Computes and finishes a report. Ids ascend in the sequence of the reports' requests. */
    async finish(reportId: string, request: object, inPartitions?: InPartitions): Promise<Written> {
      const asked = v.parse(createReportRequest, request);
      const { reportType } = resolveReport(asked);
      const item: ReportItem = createReportItem({
        account_id: ACCOUNT,
        report_id: reportId,
        name: 'report',
        report_type: reportType,
        dataset_id: DATASET.datasetId,
        at: AT,
        currency: 'KWD',
        request: asked,
      });
      const key = toReportKey(ACCOUNT, reportId);
      const put = (status: ReportItem['status']) =>
        store({ ...key, ...item, status, request: JSON.stringify(asked) });
      put('Processing');
      const planned: PlannedReport = { account_id: ACCOUNT, report_id: reportId, report_type: reportType };
      if (inPartitions === undefined) await computeReport(planned);
      else await computeInPartitions(planned, asked, inPartitions);
      put(await finishBody(item));
      const written = new Map<string, Uint8Array>();
      for (const [path, bytes] of objects) if (path.includes(reportId)) written.set(path, bytes);
      for (const [path, of] of items)
        if (path.includes(reportId)) written.set(path, Buffer.from(JSON.stringify(of)));
      // The mocks record each request with its answer, which would keep all pages and files in memory.
      tables.resetHistory();
      bucket.resetHistory();
      return written;
    },

    /** Deletes all objects and items of a report. */
    forget(reportId: string): void {
      for (const path of objects.keys()) if (path.includes(reportId)) objects.delete(path);
      for (const path of items.keys()) if (path.includes(reportId)) items.delete(path);
    },
  };
}

/** Copies the state as the workflow carries it: only JSON is kept. */
function copyState(state: unknown): unknown {
  return JSON.parse(JSON.stringify(state));
}
