// The settings of a deployment and their possible values, from cdk.json or from props of the construct.
import * as v from 'valibot';
import { explainOriginProblem } from '../../src/analysis/accounts/publishable-use.ts';
import { DEFAULT_PLANS, type PlanLimits } from '../../src/contract/plans.ts';
import { CANARY_MINUTES } from '../functions/canary.ts';
import type { StageChoices } from './stage-config.ts';

/** On the command line every value is a string. */
const number = v.union([v.number(), v.pipe(v.string(), v.nonEmpty(), v.toNumber())]);
const wholeNumber = v.pipe(number, v.integer());
const text = v.pipe(v.string(), v.nonEmpty());
/** On the command line, also a list or an object is a string. */
export const json = <S extends v.GenericSchema>(schema: S) =>
  v.lazy((input) => (typeof input === 'string' ? v.pipe(v.string(), v.parseJson(), schema) : schema));

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** An event wakes all of an account's endpoints in one transaction. */
const MAX_ENDPOINTS = 10;
/** Given values replace the plan's own limits; all others stay. */
const changed = (limits: PlanLimits) =>
  v.optional(
    v.strictObject({
      apiAccess: v.optional(v.boolean(), limits.apiAccess),
      maxStoredRows: v.optional(count, limits.maxStoredRows),
      monthlyReports: v.optional(count, limits.monthlyReports),
      // At least 1: with 0, no report would ever start.
      concurrentReports: v.optional(v.pipe(count, v.minValue(1)), limits.concurrentReports),
      monthlyOrderExports: v.optional(count, limits.monthlyOrderExports),
      monthlyExportBytes: v.optional(count, limits.monthlyExportBytes),
      maxAudiences: v.optional(count, limits.maxAudiences),
      maxDestinations: v.optional(count, limits.maxDestinations),
      maxWebhookEndpoints: v.optional(v.pipe(count, v.maxValue(MAX_ENDPOINTS)), limits.maxWebhookEndpoints),
      maxAudienceMembers: v.optional(count, limits.maxAudienceMembers),
    }),
    {},
  );
const plans = v.strictObject({
  free: changed(DEFAULT_PLANS.free),
  pro: changed(DEFAULT_PLANS.pro),
  max: changed(DEFAULT_PLANS.max),
  agency: changed(DEFAULT_PLANS.agency),
  enterprise: changed(DEFAULT_PLANS.enterprise),
});

const perMinute = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000));
/** Limit of API Gateway on all APIs of an account in a region. */
const perSecond = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000));
const addressLimit = v.pipe(v.number(), v.integer(), v.minValue(10), v.maxValue(2_000_000));
const origin = v.pipe(
  v.string(),
  v.rawCheck(({ dataset, addIssue }) => {
    const problem = dataset.typed ? explainOriginProblem(dataset.value) : undefined;
    if (problem !== undefined) addIssue({ message: problem });
  }),
);

/**
 * Units per second of a table, until AWS raises the quota:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html
 */
const TABLE_QUOTA = 40_000;
const warmUnits = (ofNewTable: number) =>
  v.pipe(
    wholeNumber,
    v.check(
      (units) => units >= ofNewTable && units <= TABLE_QUOTA,
      ({ received }) =>
        `expected ${ofNewTable}, which a new table supports, to ${TABLE_QUOTA}, DynamoDB's quota of a table, received ${received}`,
    ),
  );

const certificate = v.pipe(
  text,
  v.regex(
    /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\//,
    'expected the ARN of a certificate of AWS Certificate Manager',
  ),
);

export const SETTINGS = {
  alarmEmail: v.optional(v.pipe(text, v.email())),
  apiThrottle: v.optional(
    json(
      v.strictObject({
        ingest: v.optional(perSecond),
        keyed: v.optional(perSecond),
        open: v.optional(perSecond),
        routes: v.optional(v.record(v.string(), perSecond)),
      }),
    ),
  ),
  /** No longer than point-in-time recovery reaches: an erasure states until when its data can be restored. */
  backup: v.optional(
    json(
      v.strictObject({
        days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(35))),
        copyTo: v.optional(
          v.pipe(
            v.string(),
            v.regex(
              /^arn:aws[a-z-]*:backup:[a-z0-9-]+:\d{12}:backup-vault:/,
              'expected the ARN of a vault of AWS Backup',
            ),
          ),
        ),
      }),
    ),
  ),
  /**
   * A model, a system-defined inference profile (`eu.amazon.nova-lite-v1:0`), or the ARN of an application inference
   * profile.
   */
  bedrockModelId: v.optional(
    v.pipe(
      text,
      v.check(
        (id) => !id.startsWith('arn:') || id.includes(':application-inference-profile/'),
        'expected a model id, an inference profile id, or the ARN of an application inference profile',
      ),
    ),
  ),
  canaryMinutes: v.optional(v.pipe(wholeNumber, v.picklist(CANARY_MINUTES))),
  /** The memory sizes that Lambda supports. */
  computeMemoryMb: v.optional(v.pipe(wholeNumber, v.minValue(512), v.maxValue(10_240))),
  computingReports: v.optional(v.pipe(wholeNumber, v.minValue(1), v.maxValue(200))),
  /** 0: no extracts. Above some 30 million, no report could be computed on it. */
  extractMaxLines: v.optional(v.pipe(wholeNumber, v.minValue(0), v.maxValue(100_000_000))),
  certificateArn: v.optional(certificate),
  /** Origins as browsers send them. */
  corsOrigins: v.optional(json(v.array(origin))),
  /** Whether the API's own addresses answer beside the edge. */
  directAccess: v.optional(v.union([v.picklist(['open', 'closed']), certificate])),
  domainName: v.optional(text),
  edge: v.optional(json(v.boolean())),
  /** AWS WAF takes no less than 10. */
  edgeLimits: v.optional(
    json(v.strictObject({ perAddress: v.optional(addressLimit), withoutKey: v.optional(addressLimit) })),
  ),
  encryption: v.optional(v.picklist(['aws', 'kms'])),
  /** SQS accepts no less than 2. */
  ingestConcurrency: v.optional(v.pipe(wholeNumber, v.minValue(2), v.maxValue(1_000))),
  /** Above some 25 million, no function could compute a partition. */
  linesPerPartition: v.optional(v.pipe(wholeNumber, v.minValue(1), v.maxValue(25_000_000))),
  /** The domain must be a verified identity of SES. */
  mailFrom: v.optional(v.pipe(text, v.email())),
  maxHeldReads: v.optional(v.pipe(wholeNumber, v.minValue(0), v.maxValue(100))),
  monthlyBudgetUsd: v.optional(v.pipe(number, v.gtValue(0))),
  /** Named apart from `ordersTable`, which names a restored table. */
  openTable: v.optional(json(v.boolean())),
  openTableHours: v.optional(v.pipe(wholeNumber, v.minValue(1), v.maxValue(24))),
  /** Athena takes no limit below 10 MB. */
  openTableScanGb: v.optional(v.pipe(number, v.minValue(0.01), v.maxValue(100_000))),
  ordersTable: v.optional(text),
  /** Functions of one report that run at once: a report has no more than 40 to run. */
  partitionConcurrency: v.optional(v.pipe(wholeNumber, v.minValue(1), v.maxValue(40))),
  /** 0: all reports are computed in partitions. Above some 30 million, one function could not compute a report. */
  partitionThresholdLines: v.optional(v.pipe(wholeNumber, v.minValue(0), v.maxValue(100_000_000))),
  publishableLimits: v.optional(
    json(v.strictObject({ perAddress: v.optional(perMinute), perKey: v.optional(perMinute) })),
  ),
  plans: v.optional(json(plans), {}),
  reservedConcurrency: v.optional(json(v.record(v.string(), count))),
  serviceTable: v.optional(text),
  tracing: v.optional(json(v.boolean())),
  /** Both or neither. */
  warmReadUnits: v.optional(warmUnits(12_000)),
  warmWriteUnits: v.optional(warmUnits(4_000)),
  webAclArn: v.optional(
    v.pipe(
      text,
      v.regex(
        /^arn:aws[a-z-]*:wafv2:us-east-1:\d{12}:global\/webacl\//,
        'expected the output WebAclArn of the stack of the edge',
      ),
    ),
  ),
};
export type SettingName = keyof typeof SETTINGS;
const settings = v.strictObject(SETTINGS);

/**
 * `region`: region of the stack, if known. Throws an error that names each setting that is unknown, invalid
 * or lacks the setting it requires.
 */
export function parseChoices(
  given: Readonly<Record<string, unknown>>,
  region: string | undefined,
): StageChoices {
  const parsed = v.safeParse(settings, given);
  if (!parsed.success)
    throw new Error(parsed.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join('; '));
  const { edge = false, webAclArn, directAccess } = parsed.output;
  if (webAclArn !== undefined && !edge) throw new Error('webAclArn: requires edge: true');
  if ((webAclArn === undefined) !== (directAccess === undefined))
    throw new Error(
      "webAclArn and directAccess go together: closed refuses callers of the API's own addresses, open keeps those until callers have moved",
    );
  const { openTable = false, openTableHours, openTableScanGb } = parsed.output;
  for (const [name, value] of Object.entries({ openTableHours, openTableScanGb }))
    if (value !== undefined && !openTable) throw new Error(`${name}: requires openTable: true`);
  requireRegion({ certificateArn: parsed.output.certificateArn }, webAclArn !== undefined, region);
  if (directAccess?.startsWith('arn:')) requireRegion({ directAccess }, false, region);
  const { domainName, certificateArn, ordersTable, serviceTable, warmReadUnits, warmWriteUnits, ...rest } =
    parsed.output;
  return {
    ...rest,
    customDomain: combinePair({ domainName }, { certificateArn }, (name, arn) => ({
      name,
      certificateArn: arn,
    })),
    restoredTables: combinePair({ ordersTable }, { serviceTable }, (orders, service) => ({
      orders,
      service,
    })),
    warmThroughput: combinePair({ warmReadUnits }, { warmWriteUnits }, (read, write) => ({
      readUnitsPerSecond: read,
      writeUnitsPerSecond: write,
    })),
  };
}

type Given<T> = Readonly<Record<string, T | undefined>>;

/** These two keys are only valid together. */
function combinePair<Value, Choice>(
  one: Given<Value>,
  other: Given<Value>,
  combine: (one: Value, other: Value) => Choice,
): Choice | undefined {
  const [first] = Object.values(one);
  const [second] = Object.values(other);
  if (first !== undefined && second !== undefined) return combine(first, second);
  if (first === second) return undefined;
  throw new Error(`${Object.keys(one)} and ${Object.keys(other)} go together`);
}

/** API Gateway accepts no certificate of another region; CloudFront accepts those of us-east-1 only. */
function requireRegion(given: Given<string>, hasEdge: boolean, stackRegion: string | undefined): void {
  const region = hasEdge ? 'us-east-1' : stackRegion;
  const [[name, certificateArn] = ['', undefined]] = Object.entries(given);
  if (certificateArn === undefined || region === undefined || certificateArn.split(':')[3] === region) return;
  const where = hasEdge
    ? 'in us-east-1, where CloudFront looks for it'
    : 'in the region that the stage is deployed to';
  throw new Error(`${name}: expected a certificate ${where}`);
}
