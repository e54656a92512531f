// A value of every setting and of every prop, for programs that check all templates. A setting without a
// value here does not compile.
import type { IManagedPolicy } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { OrderAnalyticsProps } from '../lib/order-analytics-props.ts';
import type { SettingName } from '../lib/stage/settings.ts';

const CERTIFICATE = 'arn:aws:acm:us-east-1:111122223333:certificate/11111111-2222-3333-4444-555555555555';
const WEB_ACL = 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/Acl/11111111-2222-3333-4444-555555555555';

/** Values that settings and props share. */
const COMMON = {
  alarmEmail: 'ops@example.com',
  apiThrottle: { ingest: 900, keyed: 300, open: 40, routes: { 'GET /api/v1/reports': 7 } },
  backup: { days: 30, copyTo: 'arn:aws:backup:eu-west-1:111122223333:backup-vault:copies' },
  bedrockModelId: 'eu.amazon.nova-lite-v1:0',
  canaryMinutes: 10,
  computeMemoryMb: 10_240,
  computingReports: 40,
  corsOrigins: ['https://console.example.com'],
  encryption: 'kms',
  extractMaxLines: 20_000_000,
  ingestConcurrency: 10,
  linesPerPartition: 8_000_000,
  mailFrom: 'digest@example.com',
  maxHeldReads: 10,
  monthlyBudgetUsd: 100,
  openTable: true,
  openTableHours: 6,
  openTableScanGb: 100,
  ordersTable: 'restored-orders',
  partitionConcurrency: 40,
  partitionThresholdLines: 20_000_000,
  plans: { max: { monthlyReports: 1_000, concurrentReports: 4 } },
  publishableLimits: { perAddress: 60, perKey: 600 },
  reservedConcurrency: { ComputeReport: 20 },
  serviceTable: 'restored-service',
  tracing: true,
  warmReadUnits: 20_000,
  warmWriteUnits: 20_000,
} as const;

export const EVERY_SETTING = {
  ...COMMON,
  certificateArn: CERTIFICATE,
  directAccess: CERTIFICATE,
  domainName: 'api.example.com',
  edge: true,
  edgeLimits: { perAddress: 6_000, withoutKey: 600 },
  webAclArn: WEB_ACL,
} as const satisfies Readonly<Record<SettingName, unknown>>;

/** Settings that are valid only together with others. */
const GOES_WITH: { readonly [Name in SettingName]?: readonly SettingName[] } = {
  certificateArn: ['domainName'],
  directAccess: ['edge', 'webAclArn'],
  domainName: ['certificateArn'],
  edgeLimits: ['edge'],
  openTableHours: ['openTable'],
  openTableScanGb: ['openTable'],
  ordersTable: ['serviceTable'],
  serviceTable: ['ordersTable'],
  warmReadUnits: ['warmWriteUnits'],
  warmWriteUnits: ['warmReadUnits'],
  webAclArn: ['edge', 'directAccess'],
};

/** Each setting with those that it requires, by its name. */
export const EACH_SETTING: ReadonlyMap<string, Readonly<Record<string, unknown>>> = new Map(
  Object.keys(EVERY_SETTING).map((name) => {
    const names: readonly string[] = [
      name,
      ...(Object.entries(GOES_WITH).find(([one]) => one === name)?.[1] ?? []),
    ];
    return [name, Object.fromEntries(Object.entries(EVERY_SETTING).filter(([one]) => names.includes(one)))];
  }),
);

type Prop = keyof OrderAnalyticsProps;
/** Resources that belong to the app that contains the construct. */
export interface OwnResources {
  readonly key: IKey;
  readonly alarmTopic: ITopic;
  readonly permissionsBoundary: IManagedPolicy;
}

/**
 * Every prop of the construct, in two sets, because `key` replaces `encryption`, and `alarmTopic` replaces
 * `alarmEmail`. `config` is internal: it takes the place of all others.
 */
export function createEveryProp({ key, alarmTopic, permissionsBoundary }: OwnResources) {
  const { encryption, alarmEmail, ...common } = COMMON;
  const both = {
    ...common,
    alarms: true,
    customDomain: { name: 'api.example.com', certificateArn: CERTIFICATE },
    dashboard: true,
    edge: { webAclArn: WEB_ACL, directAccess: CERTIFICATE },
    logRetention: RetentionDays.ONE_YEAR,
    name: 'analytics',
    permissionsBoundary,
    retainData: true,
  };
  const stackOwn = { ...both, encryption, alarmEmail };
  const appOwn = { ...both, key, alarmTopic };
  ({ ...stackOwn, ...appOwn }) satisfies Readonly<Record<Exclude<Prop, 'config'>, unknown>>;
  return { stackOwn, appOwn } satisfies Readonly<Record<string, OrderAnalyticsProps>>;
}
