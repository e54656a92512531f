// What AWS would bill for a run of an audience and for sending it to a new destination: npm run -s bench -- audience-bill
// [--members N,N,…]. The run and the deliveries are the service's, on a table whose calls are counted, with files in memory, and with
// receivers on this machine, each of whose responses counts as REQUEST_MS. What is calculated: the report, from REPORT_LINE; how long
// the run waits for it, REPORT_SECONDS. Not counted: reads of the key, the account and the dataset.
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import * as v from 'valibot';
import { LOCAL_CREDENTIALS, startDynamoDb } from '../../../local/engines/dynamodb.ts';
import { createRunAudience } from '../../../src/audiences/run-audience.ts';
import type { DestinationKindName } from '../../../src/contract/resources/destinations.ts';
import { DEFAULT_PLANS } from '../../../src/core/accounts/plans.ts';
import { buildList } from '../../../src/core/customer-lists/build-list.ts';
import { customerIds } from '../../../src/core/customer-lists/customer-ids.ts';
import { encodeList } from '../../../src/core/customer-lists/list-file.ts';
import { createBringInStep } from '../../../src/destinations/bring-in-step.ts';
import type { DestinationKind } from '../../../src/destinations/destination-kind.ts';
import { destinationKinds } from '../../../src/destinations/kinds.ts';
import { createHeldReads } from '../../../src/stores/accounts/held-reads.ts';
import type { AudienceItem } from '../../../src/stores/audiences/audience-item.ts';
import { createAudienceStore } from '../../../src/stores/audiences/audiences.ts';
import { documentClient } from '../../../src/stores/aws/clients.ts';
import { createDestinationStore } from '../../../src/stores/destinations/destinations.ts';
import { createForgottenStore } from '../../../src/stores/destinations/forgotten.ts';
import { sealedSecret } from '../../../src/stores/secrets/sealed-secrets.ts';
import { DELIVERY_STEPS_KEY } from '../../../src/stores/tables/service-table.ts';
import { startFakeKlaviyo } from '../../harness/fake-klaviyo.ts';
import { SERVICE_TABLE } from '../../harness/plain-table.ts';
import { reportItem } from '../../harness/report-item.ts';
import { startReceivers, takesIt } from '../../harness/webhook-receivers.ts';
import { countUnits, type UnitCounter } from '../measuring/dynamodb-units.ts';
import { reportCase } from '../measuring/json-lines.ts';
import { PRICES, PRICES_OF } from '../measuring/prices.ts';

const TABLE = 'audience-bill';
const REQUEST_MS = 200;
/** Of both functions: lib/workflows. */
const FUNCTION_GB = 1_769 / 1_024;
/** What a line item of a report takes, and any report: as in the bill of docs/deploying.md. */
const REPORT_LINE = { dynamodb_read_unit: 0.03, lambda_gb_second: 12e-6 };
const REPORT_TRANSITIONS = 7;
const LINES_PER_MEMBER = 4;
const REPORT_SECONDS = (lines: number): number => 10 + lines / 100_000;
const KEY = { klaviyo: 'pk_1', webhook: `whsec_${Buffer.alloc(24, 7).toString('base64')}` };
const CONDITIONS = [{ report: { report_type: 'RFM' as const } }];

type Amounts = Record<string, number>;

/** What is done besides calls to the table. */
interface Done {
  files: { put: number; get: number };
  secrets: number;
  requests: number;
  steps: number;
  seconds: number;
}

export async function benchAudienceBill(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { members: { type: 'string', default: '10000,1000000' } },
  });
  const engine = await startDynamoDb({ file: undefined, endpoint: undefined, onLoss: console.error });
  await engine.createTable(TABLE, SERVICE_TABLE);
  const counter = await countUnits(engine.endpoint);
  const client = new DynamoDBClient({
    endpoint: counter.endpoint,
    region: 'us-east-1',
    credentials: LOCAL_CREDENTIALS,
  });
  try {
    for (const members of values.members.split(',').map(Number)) {
      reportCase(`report for an audience of ${members} members, calculated`, billOf(reportAmounts(members)));
      await benchAudience(documentClient(client), counter, members);
    }
  } finally {
    client.destroy();
    await counter.stop();
    await engine.stop();
  }
}

function reportAmounts(members: number): Amounts {
  const lines = members * LINES_PER_MEMBER;
  const ofLines = Object.entries(REPORT_LINE).map(([name, amount]) => [name, amount * lines]);
  return { ...Object.fromEntries(ofLines), states_transition: REPORT_TRANSITIONS };
}

async function benchAudience(db: DynamoDBDocumentClient, counter: UnitCounter, members: number) {
  const world = await audienceOf(db, members);
  await measured(`run of an audience of ${members} members`, counter, world.done, world.run);
  for (const kind of ['webhook', 'klaviyo'] as const) {
    const receivers = await startReceivers();
    const klaviyo =
      kind === 'klaviyo'
        ? await startFakeKlaviyo({
            key: () => KEY.klaviyo,
            clock: world.clock,
            fault: () => 'none',
            works: () => true,
          })
        : undefined;
    try {
      const url = receivers.open(takesIt).url;
      const step = await world.destination(kind, url, klaviyo?.url);
      await measured(`${members} members to a new destination of kind ${kind}`, counter, world.done, step);
      if (klaviyo !== undefined && klaviyo.breaches.length > 0) throw new Error(klaviyo.breaches.join('; '));
      if (klaviyo !== undefined && klaviyo.on('L1').length !== members)
        throw new Error('the list is not the audience');
    } finally {
      await klaviyo?.stop();
      await receivers.stop();
    }
  }
}

/** Steps until the workflow ends. */
async function measured(name: string, counter: UnitCounter, done: Done, work: () => Promise<void>) {
  Object.assign(done, { files: { put: 0, get: 0 }, secrets: 0, requests: 0, steps: 0, seconds: 0 });
  const before = { ...counter.units, calls: { ...counter.units.calls } };
  await work();
  const { units } = counter;
  const calls = Object.entries(units.calls).map(([call, n]): [string, number] => [
    call,
    n - (before.calls[call] ?? 0),
  ]);
  const amounts: Amounts = {
    dynamodb_write_unit: units.writes - before.writes,
    dynamodb_read_unit: units.reads - before.reads,
    lambda_gb_second: done.seconds * FUNCTION_GB,
    lambda_request: done.steps,
    states_transition: 1 + 3 * done.steps,
    kms_request: done.secrets,
    s3_put: done.files.put,
    s3_get: done.files.get,
  };
  reportCase(name, {
    requests: done.requests,
    steps: done.steps,
    lambda_seconds: Number(done.seconds.toFixed(1)),
    calls: Object.fromEntries(calls.filter(([, n]) => n > 0)),
    ...billOf(amounts),
  });
}

function billOf(amounts: Amounts): Record<string, unknown> {
  const dollars = Object.entries(amounts).map(([name, amount]): [string, number] => [
    name,
    amount * (PRICES[name] ?? Number.NaN),
  ]);
  const total = dollars.reduce((sum, [, value]) => sum + value, 0);
  return {
    counted: Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, Math.round(value)])),
    dollars: Object.fromEntries(dollars.map(([name, value]) => [name, Number(value.toPrecision(3))])),
    dollars_total: Number(total.toPrecision(3)),
    prices_of: PRICES_OF,
  };
}

function filesInMemory<Of extends object>(done: Done) {
  const objects = new Map<string, Uint8Array>();
  const nameOf = (of: Of): string => Object.values(of).join('/');
  return {
    async put(of: Of, bytes: Uint8Array) {
      done.files.put++;
      objects.set(nameOf(of), bytes);
    },
    async find(of: Of) {
      done.files.get++;
      return objects.get(nameOf(of));
    },
    version: async (of: Of) => (objects.has(nameOf(of)) ? nameOf(of) : undefined),
    async read(of: Of, _version: string, from: number, to: number) {
      done.files.get++;
      return objects.get(nameOf(of))?.slice(from, to) ?? new Uint8Array();
    },
    remove: async (of: Of) => void objects.delete(nameOf(of)),
    removeAll: async () => objects.clear(),
    keepOnly: async () => undefined,
  };
}

/** An audience whose report has finished. */
async function audienceOf(db: DynamoDBDocumentClient, members: number) {
  const accountId = `acc_${ulid()}`;
  let waited = 0;
  const clock = () => Date.now() + waited;
  const done: Done = { files: { put: 0, get: 0 }, secrets: 0, requests: 0, steps: 0, seconds: 0 };
  const audiences = createAudienceStore(db, TABLE);
  const destinations = createDestinationStore(db, TABLE);
  const [files, lists, copies] = [filesInMemory(done), filesInMemory(done), filesInMemory(done)];
  const hidden = async () => ({ customers: [], everybody: false });
  const created_at = new Date(clock()).toISOString();
  const audience: AudienceItem = {
    ...{ account_id: accountId, audience_id: ulid(), name: 'all', dataset_id: 'default', version: 1 },
    ...{ conditions: CONDITIONS, hold_out: 0, hold_out_key: 'ab', refresh: 'manual', key_hash: 'hash' },
    ...{ created_at, activated_as: ulid() },
  };
  const ref = { accountId, audienceId: audience.audience_id };
  await audiences.create(audience);
  const all = Array.from({ length: members }, (_, at) => `c${at}`);
  const ids = customerIds(
    all,
    all.map((id) => `${id}@example.com`),
  );
  const list = buildList({ reportType: 'RFM', ids, groups: [], figures: {} });
  let reportEnds = Number.POSITIVE_INFINITY;
  const runAudience = createRunAudience({
    ...{ audiences, files, lists, hidden, destinations, clock, plans: DEFAULT_PLANS },
    reports: {
      get: async ({ reportId }) =>
        reportItem({
          account_id: accountId,
          report_id: reportId,
          status: clock() < reportEnds ? 'Processing' : 'Completed',
        }),
      list: async () => [],
    },
    datasets: { get: async () => ({ slug: 'default', name: 'default', last_accepted: 1 }) },
    accounts: {
      findKey: async () => ({ key_hash: 'hash', hint: '', account_id: accountId, created_at }),
      getAccount: async () => ({
        ...{ account_id: accountId, name: 'shop', plan: 'max' as const, created_at, overrides: {} },
      }),
    },
    async startReport(_caller, request, earlier) {
      const reportId = earlier?.id ?? '';
      await lists.put({ accountId, reportId }, encodeList(list));
      reportEnds = clock() + 1_000 * REPORT_SECONDS(members * LINES_PER_MEMBER);
      return {
        report_id: reportId,
        status: 'Processing',
        report_type: 'RFM',
        dataset_id: request.dataset_id,
      };
    },
    deliveryWorkflow: { start: async () => undefined },
    newFileId: () => ulid(),
  });

  /** Until the workflow would end. */
  async function workflow(step: () => Promise<{ outcome: string; wait_seconds: number }>): Promise<void> {
    for (;;) {
      const [began, requests] = [performance.now(), done.requests];
      const { outcome, wait_seconds } = await step();
      done.steps++;
      done.seconds += (performance.now() - began + (done.requests - requests) * REQUEST_MS) / 1_000;
      if (outcome === 'done') return;
      waited += wait_seconds * 1_000;
    }
  }

  return {
    done,
    clock,

    async run(): Promise<void> {
      const found = await audiences.get(ref);
      if (found === undefined) throw new Error('no audience');
      const runId = ulid();
      const run = {
        ...{ account_id: accountId, audience_id: audience.audience_id, run_id: runId },
        ...{ status: 'Processing' as const, conditions: CONDITIONS },
        ...{ created_at: new Date(clock()).toISOString(), key_hash: 'hash', new_report_ids: [ulid()] },
      };
      if (!(await audiences.startRun(found, run, clock()))) throw new Error('no run');
      const input = { account_id: accountId, audience_id: audience.audience_id, run_id: runId };
      await workflow(() => runAudience(input));
      const ended = await audiences.run({ ...ref, runId });
      if (ended?.counts?.customers !== members) throw new Error(`the run failed: ${ended?.fail_reason}`);
    },

    async destination(
      kind: DestinationKindName,
      url: string,
      klaviyoUrl: string | undefined,
    ): Promise<() => Promise<void>> {
      const destination_id = ulid();
      await destinations.create({
        ...{
          account_id: accountId,
          audience_id: audience.audience_id,
          destination_id,
          dataset_id: 'default',
        },
        ...{ kind, name: kind, url, list_id: 'L1', secret: v.parse(sealedSecret, 'AAAA'), is_paused: false },
        ...{ created_at, version: 1, woken: 1, runs: 0, content: 0, sequence: 0 },
      });
      const kinds = destinationKinds({ receivers: 'any' }, klaviyoUrl);
      const counted = (one: DestinationKind): DestinationKind => ({
        ...one,
        async send(...sent) {
          done.requests++;
          waited += REQUEST_MS;
          return one.send(...sent);
        },
      });
      const bringInStep = createBringInStep({
        ...{ destinations, audiences, copies, hidden, clock, members: files },
        forgotten: createForgottenStore(db, TABLE),
        async openSecret() {
          done.secrets++;
          return KEY[kind];
        },
        kinds: { webhook: counted(kinds.webhook), klaviyo: counted(kinds.klaviyo) },
        steps: createHeldReads(
          db,
          TABLE,
          { perAccount: 2, total: 1_000 },
          { ...DELIVERY_STEPS_KEY, pk: accountId },
        ),
        newId: (time) => ulid(time),
      });
      const input = { account_id: accountId, audience_id: audience.audience_id, destination_id };
      return () => workflow(() => bringInStep(input));
    },
  };
}
