// Computes a report in partitions, while its functions die before and after each of their calls, run twice at once, are
// stopped or redriven, find files missing, expired, cut short or of another version, are throttled by S3 or DynamoDB,
// or while an erasure is requested. The report ends like that of one function, or fails with a reason that names the
// step; and no file outlives it, or the erasure.

import { isDeepStrictEqual } from 'node:util';
import { S3ServiceException } from '@aws-sdk/client-s3';
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { getAnalysis } from '../../../src/analysis/report-types/analyses.ts';
import { createPasses } from '../../../src/analysis/report-types/market-basket/partitions/partitioned.ts';
import { SHARD_COUNT } from '../../../src/contract/schema/limits.ts';
import {
  SHARDS,
  toVersionKey,
  type VersionRef,
} from '../../../src/service/recommendations/served-evidence.ts';
import { PartitionFileError } from '../../../src/service/reports/partition-files.ts';
import type { ReportKey } from '../../../src/service/reports/report-item.ts';
import { toRecommendationShard } from '../../../src/service/tables/service-table.ts';
import { drawBelow, type Random } from '../../harness/random/random.ts';
import { type Engines, TABLES } from '../ingest/engines.ts';
import { eraseToTheEnd } from '../ingest/failures/erased.ts';
import { DYNAMODB_THROTTLES, NO_FAULTS, type Plan, planDeath, runOutOfTurn } from '../ingest/faults.ts';
import { DATASET, type Drill, MINUTE_MS } from '../ingest/run.ts';
import { addOrders, checkReports, DRILLED_TEMPLATES, letEnd, runUndisturbed } from './invariants.ts';
import {
  type Mishap,
  type Mishaps,
  PARTITION_STATES,
  playInReportRun,
  type ReportRun,
  type State,
} from './run.ts';

// Returns every item of the version that a report published for recommendations.

/** Removes what names the report. Returns undefined while the version is incomplete. */
function readServed({ stores: { db } }: ReportRun, ref: VersionRef): Promise<object | undefined> {
  return runOutOfTurn(async () => {
    const get = new GetCommand({ TableName: TABLES.service, Key: toVersionKey(ref), ConsistentRead: true });
    const { Item: version } = await db.send(get);
    if (version?.summary === undefined) return undefined;
    const items: object[] = [];
    for (let shard = 0; shard < SHARDS; shard++) {
      const query = new QueryCommand({
        TableName: TABLES.service,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: {
          ':pk': toRecommendationShard(ref.accountId, ref.datasetId, ref.reportId, shard),
        },
        ConsistentRead: true,
      });
      const { Items = [] } = await db.send(query);
      items.push(...Items.map(({ pk, ...item }) => item));
    }
    const { pk, sk, ...summary } = version;
    return { summary, items };
  });
}

const KINDS = ['death', 'twice', 'stop', 'file', 'throttled', 'erasure', 'expiry', 'redriven'] as const;
type DisturbedBy = (typeof KINDS)[number];
/** Disturbances after which the report always completes. */
const COMPLETING: readonly DisturbedBy[] = ['twice', 'throttled', 'redriven'];
/** A worker may still run when the report has ended. */
const WITH_LATE_WORKERS: readonly DisturbedBy[] = ['twice', 'stop', 'redriven'];
const NAME = 'in partitions';
/**
 * The report to compare reports in serving passes with: computed by one function, which fits no scores either, and
 * exchanges nothing that a fault could affect.
 */
const LIKE = 'gathered, undisturbed';
/** Three consecutive seeds have three report types, and 24 have each type with each mishap. */
const pickTemplate = (seed: number) =>
  DRILLED_TEMPLATES[(seed + Math.floor(seed / KINDS.length)) % DRILLED_TEMPLATES.length];
/** Half of the market basket reports search in passes and exchange pairs, as the largest ones do. */
const isInPasses = (seed: number): boolean => Math.floor(seed / DRILLED_TEMPLATES.length) % 2 === 0;
const PASSES = createPasses({ gathered: 0, serving: { blockBytes: 1, mostFitted: 0 } });
const GATHERED = createPasses({ serving: { blockBytes: 1, mostFitted: 0 } });
const DEATHS = ['Lambda.ServiceException', 'Sandbox.Timedout', 'Runtime.ExitError', undefined] as const;
const WHEN = ['before', 'during', 'after'] as const;
/** Approximately the most calls of one of its functions. */
const CALLS = 16;
const TOO_LONG_FOR_LATE_WRITES = 17 * MINUTE_MS;

/** Files that must exist when the state is entered for the `nth` time: without them, the report fails. */
const NEEDS_FILES = [
  ['ComputeLane', 1],
  ['JoinPartitions', 1],
  ['JoinPartitions', 2],
] as const satisfies readonly (readonly [State, number])[];

const THROTTLED = {
  s3: {
    command: /^(?:Get|Put|Delete)Object/,
    errors: [() => new S3ServiceException({ name: 'SlowDown', $fault: 'server', $metadata: {} })],
  },
  dynamodb: {
    command: /^(?:Get|Put|Update|BatchGet|BatchWrite|TransactWrite)Items?Command|^Query/,
    errors: DYNAMODB_THROTTLES,
  },
};

/** One of the services refuses a third of the calls. */
function planThrottling(random: Random): Plan {
  const { command: throttled, errors } = random() < 0.5 ? THROTTLED.s3 : THROTTLED.dynamodb;
  return ({ command }) => {
    if (!throttled.test(command) || random() > 0.3) return undefined;
    const error = errors[drawBelow(random, errors.length)]?.() ?? new Error('injected');
    return { kind: 'error', when: 'before', error };
  };
}

function planMishaps(kind: DisturbedBy, random: Random): Mishaps {
  const chosen = PARTITION_STATES[drawBelow(random, PARTITION_STATES.length)] ?? 'JoinPartitions';
  const from = 1 + drawBelow(random, 4);
  const times = 1 + drawBelow(random, 3);
  const deathAs = DEATHS[drawBelow(random, DEATHS.length)];
  const when = WHEN[drawBelow(random, WHEN.length)] ?? 'before';
  const isChosen = (state: State, nth: number): boolean =>
    state === chosen && nth >= from && nth < from + times;
  const planMishap = (state: State, nth: number): Mishap | undefined => {
    switch (kind) {
      case 'death': {
        const plan = planDeath(1 + drawBelow(random, CALLS), random() < 0.5 ? 'before' : 'after');
        return isChosen(state, nth) ? { kind: 'faults', plan, deathAs } : undefined;
      }
      case 'twice':
        return random() < 0.3 ? { kind: 'twice' } : undefined;
      case 'stop':
        return isChosen(state, nth) ? { kind: 'stop', when } : undefined;
      case 'redriven':
        return isChosen(state, nth) ? { kind: 'stop', when, redriven: true } : undefined;
      case 'throttled':
        // Few refusals in a row: a function is retried four times.
        return {
          kind: 'faults',
          plan: nth % 5 === 0 ? planThrottling(random) : NO_FAULTS,
          deathAs: undefined,
        };
      case 'erasure':
        // The failed execution leaves files behind.
        return isChosen(state, nth) ? { kind: 'error', name: 'Error' } : undefined;
      case 'file':
      case 'expiry':
        return undefined;
    }
  };
  const isPartitioned = (state: State): boolean => PARTITION_STATES.some((name) => name === state);
  return (state, nth) => (isPartitioned(state) ? planMishap(state, nth) : undefined);
}

/** Tracks what is written, and spoils what is read for the `nth` time; 0: never. */
function watchFiles(engines: Engines, nth: number, random: Random, isArmed: () => boolean) {
  const written = new Set<string>();
  let reads = 0;
  let isSpoilt = false;
  const breakFile = (bytes: Uint8Array, path: string): Uint8Array => {
    isSpoilt = true;
    const how = drawBelow(random, 3);
    if (how === 0) throw new PartitionFileError(`${path} is missing`);
    return how === 1 ? bytes.slice(0, 8) : bytes.map((byte, at) => (at === 4 ? byte + 1 : byte));
  };
  return {
    engines: {
      ...engines,
      createFiles(bucket: string) {
        const all = engines.createFiles(bucket);
        const files: typeof all.partitionFiles = {
          ...all.partitionFiles,
          async put(report, path, bytes) {
            written.add(path);
            await all.partitionFiles.put(report, path, bytes);
          },
          async get(report, path, range) {
            const bytes = await all.partitionFiles.get(report, path, range);
            return isArmed() && bytes.length > 8 && ++reads === nth ? breakFile(bytes, path) : bytes;
          },
        };
        return { ...all, partitionFiles: files };
      },
    },
    isSpoilt: () => isSpoilt,
    /** The lifecycle rule of the bucket deletes everything that is older than two days. */
    async expire(bucket: string, report: ReportKey): Promise<void> {
      isSpoilt = true;
      await engines.createFiles(bucket).partitionFiles.removeAll(report);
    },
    /** Lists files of the report that are in the bucket. */
    async left(run: ReportRun, reportId: string): Promise<string[]> {
      const { partitionFiles: files } = engines.createFiles(run.bucket);
      const found: string[] = [];
      for (const path of written) {
        const file = runOutOfTurn(() => files.get({ accountId: run.accountId, reportId }, path));
        if (await file.then(Boolean, () => false)) found.push(path);
      }
      return found;
    },
  };
}

export const partitionedReports: Drill = {
  name: 'report-partitions',
  about:
    'a report in partitions whose functions die, run twice, are stopped, redriven and throttled, with spoilt and expired files, and erasures',
  // One run for each type of report.
  leastRuns: 3,
  async run(seed, engines) {
    const kind = KINDS[seed % KINDS.length] ?? 'death';
    let watch: ReturnType<typeof watchFiles> | undefined;
    let request: (() => Promise<void>) | undefined;
    let erasureId: string | undefined;
    let isArmed = false;
    // Drawn by the seed alone: the run draws its own random numbers later.
    const spoiltEngines: Engines = {
      ...engines,
      // Files that the run creates before its first report do not belong to a report.
      createFiles: (bucket) => (watch?.engines ?? engines).createFiles(bucket),
    };
    return playInReportRun(
      seed,
      spoiltEngines,
      ({ random, bucket, accountId }) => {
        watch = watchFiles(engines, kind === 'file' ? 1 + drawBelow(random, 60) : 0, random, () => isArmed);
        const parts = 1 + drawBelow(random, 3);
        const shards = Array.from({ length: SHARD_COUNT }, (_, shard) => shard);
        const at = PARTITION_STATES[drawBelow(random, PARTITION_STATES.length)];
        const [expiresAt, expiresNth] = NEEDS_FILES[drawBelow(random, NEEDS_FILES.length)] ?? NEEDS_FILES[0];
        let entered = 0;
        const mishaps = planMishaps(kind, random);
        const entriesBefore = new Map<State, number>();
        return {
          mishaps: (state, nth) => {
            if (!isArmed) entriesBefore.set(state, nth);
            return isArmed ? mishaps(state, nth - (entriesBefore.get(state) ?? 0)) : undefined;
          },
          partitioned: {
            planPartitions: async ({ name }) =>
              name === NAME ? { parts, shards } : name === LIKE ? { parts: 1, shards } : undefined,
            linesPerFile: 3,
            findAnalysis: (type) =>
              type === 'MBA' && isInPasses(seed) ? (isArmed ? PASSES : GATHERED) : getAnalysis(type),
          },
          async onBegin(state, reportId) {
            if (!isArmed) return;
            if (kind === 'expiry' && state === expiresAt && ++entered === expiresNth)
              await watch?.expire(bucket, { accountId, reportId });
            if (state !== at) return;
            const once = request;
            request = undefined;
            await once?.();
          },
        };
      },
      async (run) => {
        const { accountId, requestErasure, random } = run;
        await addOrders(run);
        const template = pickTemplate(seed);
        const params = template === 'standard_mba' ? { serve: true } : undefined;
        const likeName = params !== undefined && isInPasses(seed) ? LIKE : undefined;
        const { reportId: like } = await runUndisturbed(run, template, params, likeName);
        isArmed = true;
        if (kind === 'erasure')
          request = async () => {
            erasureId = (await requestErasure.customer(accountId, DATASET, 'c1')).erasure_id;
          };
        const id = await run.ask({ template, params, name: NAME, webhook_url: run.receiver.url });
        if (id === undefined || watch === undefined) return ['the request died'];
        await letEnd(run);
        const wrong = await checkReports(run, new Map([[id, { like }]]));
        const item = await runOutOfTurn(() => run.stores.reports.get({ accountId, reportId: id }));
        if (item?.partitions === undefined) wrong.push('it was not computed in partitions');
        const { status, fail_reason = '' } = item ?? {};
        if (params !== undefined && status !== 'Failed') {
          const versions = [like, id].map((reportId) => ({ accountId, datasetId: DATASET, reportId }));
          const [expected, found] = await Promise.all(versions.map((version) => readServed(run, version)));
          if (expected === undefined || !isDeepStrictEqual(found, expected))
            wrong.push('its recommendations are others than undisturbed');
        }
        const mayFail = !COMPLETING.includes(kind);
        if (status === 'Failed' && !mayFail) wrong.push(`it failed: ${fail_reason}`);
        // The reconciler fails a report whose execution is gone.
        const isNamed = /\(step (?:extract|pass|join)\)|stopped before it was complete/.test(fail_reason);
        if (status === 'Failed' && !isNamed) wrong.push(`its reason names no step: ${fail_reason}`);
        if (watch.isSpoilt() && status !== 'Failed') wrong.push('it was computed from a spoilt file');
        if (erasureId !== undefined) {
          run.pass(TOO_LONG_FOR_LATE_WRITES);
          await eraseToTheEnd(run, erasureId, drawBelow(random, 2));
        }
        // An abandoned worker may still write: its files expire.
        const isAlone = !WITH_LATE_WORKERS.includes(kind) && status !== 'Failed';
        if (isAlone || erasureId !== undefined) {
          const left = await watch.left(run, id);
          if (left.length > 0) wrong.push(`${left.length} files are left: ${left.slice(0, 3)}`);
        }
        return wrong;
      },
    );
  },
};
