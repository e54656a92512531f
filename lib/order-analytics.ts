// The whole service as one construct: exported as `order-analytics/cdk`, and contained in our own stacks.
import { Annotations, CfnOutput, Stack, Tags, Token } from 'aws-cdk-lib';
import { PermissionsBoundary, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { CfnStateMachine, type IStateMachine, type StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import { AlarmTopic, MonthlyBudget, STAGE_TAG } from './alarms/alarm-topic.ts';
import { Alarms } from './alarms/alarms.ts';
import { Dashboard } from './alarms/dashboard.ts';
import { AnalyticsApi } from './api/analytics-api.ts';
import { DataKey, letLogsUse } from './data/data-key.ts';
import { NightlyBackup } from './data/nightly-backup.ts';
import { OpenTable } from './data/open-table.ts';
import { SecretsKey } from './data/secrets-key.ts';
import { ServiceTables } from './data/service-tables.ts';
import { Canary } from './functions/canary.ts';
import type { Shared } from './functions/grants.ts';
import { inlinePolicies, type ServiceFunction } from './functions/service-function.ts';
import { MailSender } from './mail-sender.ts';
import type { OrderAnalyticsProps } from './order-analytics-props.ts';
import { OrderIntake } from './order-intake.ts';
import { Reconciler, ScheduleRunner } from './schedule-runner.ts';
import { nameService } from './service-name.ts';
import { resolveStage } from './stage/stage-of-props.ts';
import {
  AUDIENCES,
  DELIVERIES,
  defineErasures,
  EVENTS,
  EXPORTS,
  OneFunctionWorkflow,
  PULLS,
} from './workflows/one-function-workflows.ts';
import { ReportPipeline } from './workflows/report-pipeline.ts';

/** About 100 MB in memory, and a few MB in S3. */
const MAX_LINES_PER_FILE = 2_000_000;

export class OrderAnalytics extends Construct {
  /** URL of the API for clients, with /api/v1. The console is at the same host, at /console. */
  readonly apiUrl: string;
  /** Accounts, keys, imports, reports. */
  readonly serviceTableName: string;
  readonly ordersTableName: string;
  /** Bodies of reports, extracts and exports. */
  readonly bodiesBucket: Bucket;
  readonly ingestQueue: IQueue;
  readonly reportWorkflow: IStateMachine;
  readonly erasureWorkflow: IStateMachine;
  /** Undefined with `alarms: false`, unless a budget or a topic is given. */
  readonly alarmTopic: ITopic | undefined;
  /** Target of the custom domain's DNS record. */
  readonly domainTarget: string | undefined;
  /** Values that the command line reads from a stack, by the name of the output: see `addOutputs`. */
  private readonly outputs: Readonly<Record<string, string | undefined>>;

  constructor(scope: Construct, id: string, props: OrderAnalyticsProps = {}) {
    super(scope, id);
    const { region } = Stack.of(this);
    const config = resolveStage(props, Token.isUnresolved(region) ? undefined : region);
    const { stage, retainData, webhookReceivers, monthlyBudgetUsd } = config;
    if (webhookReceivers === 'any' && stage !== 'local') {
      throw new Error(`webhookReceivers: ${stage} sends webhooks to public https addresses only`);
    }
    if (config.edge !== undefined && config.edge.webAclArn === undefined && stage !== 'local') {
      const { stackName } = Stack.of(this);
      Annotations.of(this).addWarningV2(
        'order-analytics:edge',
        `edge: this stack has no edge yet: deploy ${stackName}-edge and set webAclArn to its output WebAclArn`,
      );
    }
    nameService(this, props.name);
    if (props.permissionsBoundary !== undefined)
      PermissionsBoundary.of(this).apply(props.permissionsBoundary);
    Tags.of(this).add(STAGE_TAG, stage);
    inlinePolicies(this);
    const plans = JSON.stringify(config.plans);
    const logRetention = props.logRetention ?? config.logRetentionDays;
    if (props.key !== undefined) letLogsUse(props.key, this);
    const key =
      props.key ??
      (config.encryption === 'kms' ? new DataKey(this, 'DataKey', { retainData }).key : undefined);
    const secrets = new SecretsKey(this, 'Secrets', { retainData });
    const tables = new ServiceTables(this, 'Data', {
      retainData,
      key,
      restoredTables: config.restoredTables,
      warmThroughput: config.warmThroughput,
    });
    if (config.backup !== undefined)
      new NightlyBackup(this, 'Backup', { ...config.backup, tables, retainData, key });
    const { linesPerPartition, thresholdLines, concurrency } = config.partitioning;
    const { mailFrom } = config;
    const mail = mailFrom === undefined ? undefined : new MailSender(this, 'Mail', { from: mailFrom });
    const shared: Shared = {
      ...{ tables, secrets, logRetention, key, workflows: {}, queues: {}, mail },
      variables: {
        SERVICE_TABLE: tables.service.tableName,
        ORDERS_TABLE: tables.orders.tableName,
        BUCKET: tables.bucket.bucketName,
        SECRETS_KEY: secrets.arn,
        PLANS: plans,
        WEBHOOK_RECEIVERS: webhookReceivers,
        CORS_ORIGINS: JSON.stringify(config.corsOrigins),
        PUBLISHABLE_LIMITS: JSON.stringify(config.publishableLimits),
        MAX_HELD_READS: String(config.maxHeldReads),
        EXTRACT_MAX_LINES: String(config.extractMaxLines),
        PARTITION_THRESHOLD_LINES: String(thresholdLines),
        LINES_PER_PARTITION: String(linesPerPartition),
        LINES_PER_FILE: String(Math.min(MAX_LINES_PER_FILE, linesPerPartition)),
        COMPUTING_REPORTS: String(config.computingReports),
        BEDROCK_MODEL_ID: config.bedrockModelId ?? '',
        MAIL_FROM: mailFrom ?? '',
        MAIL_URL: mail?.url ?? '',
        MAIL_CONFIGURATION_SET: mail?.configurationSet ?? '',
        OPEN_TABLE: String(config.openTable),
        OPEN_TABLE_HOURS: String(config.openTableHours),
      },
    };
    if (config.openTable)
      new OpenTable(this, 'OpenTable', { bucket: tables.bucket, scanGb: config.openTableScanGb, key });
    const intake = new OrderIntake(this, 'Intake', shared, {
      concurrency: config.ingestConcurrency,
      deadLetterConcurrency: config.deadLetterConcurrency,
    });
    const { computeMemoryMb, bedrockModelId } = config;
    const pipeline = new ReportPipeline(this, 'Reports', shared, {
      computeMemoryMb,
      concurrency,
      bedrockModelId,
    });
    const { workflow } = pipeline;
    const erasure = new OneFunctionWorkflow(this, 'Erasure', shared, defineErasures(intake.longestWriter));
    const exporting = new OneFunctionWorkflow(this, 'Exports', shared, EXPORTS);
    const deliveries = new OneFunctionWorkflow(this, 'Deliveries', shared, DELIVERIES);
    const audiences = new OneFunctionWorkflow(this, 'Audiences', shared, AUDIENCES);
    const pulls = new OneFunctionWorkflow(this, 'Pulls', shared, PULLS);
    const erasureWorkflow = erasure.workflow;
    const http = new AnalyticsApi(this, 'Http', shared, {
      throttle: config.apiThrottle,
      customDomain: config.customDomain,
      webAclArn: config.edge?.webAclArn,
      directAccess: config.edge?.directAccess,
      hasCanary: config.canaryMinutes !== undefined,
    });
    const { api } = http;
    // Messages link to the console.
    shared.variables.PUBLIC_URL = http.url;
    const events = new OneFunctionWorkflow(this, 'Events', shared, EVENTS);
    mail?.reportReturned(shared);
    const reconciler = new Reconciler(this, 'Reconciler', shared);
    const scheduleRunner = new ScheduleRunner(this, 'Schedules', shared);
    const workers = [
      ...intake.functions,
      ...Object.values(pipeline.functions),
      erasure.function,
      exporting.function,
      audiences.function,
      deliveries.function,
      events.function,
      pulls.function,
      reconciler.function,
      scheduleRunner.function,
      ...(mail?.functions ?? []),
    ];
    const functions = [...http.functions, ...workers];
    reserve(functions, config.reservedConcurrency);

    const { alarms: hasAlarms = true, dashboard: hasDashboard = true } = props;
    const topic =
      props.alarmTopic ??
      (hasAlarms || monthlyBudgetUsd !== undefined
        ? new AlarmTopic(this, 'AlarmTopic', { email: config.alarmEmail, key }).topic
        : undefined);
    const workflows = [workflow, erasureWorkflow, exporting.workflow];
    if (config.tracing)
      enableTracing(functions, [
        ...workflows,
        ...[audiences, deliveries, events, pulls].map((one) => one.workflow),
      ]);
    if (hasAlarms && topic !== undefined) {
      const alarms = new Alarms(this, 'Alarms', {
        topic,
        tables,
        intake,
        api,
        pipeline,
        workflows,
        audienceWorkflow: audiences.workflow,
        deliveries,
        endpoints: http.functions,
        workers,
        scheduleRunner: scheduleRunner.function,
        reconciler: reconciler.function,
        openTableHours: config.openTable ? config.openTableHours : undefined,
      });
      if (config.canaryMinutes !== undefined) {
        const { aliases } = http;
        new Canary(this, 'Canary', { minutes: config.canaryMinutes, aliases, alarms: alarms.ofAnswers });
      }
    }
    if (hasDashboard) {
      new Dashboard(this, 'Dashboard', {
        tables,
        intake,
        pipeline,
        erasure,
        exporting,
        audiences,
        deliveries,
        events,
        pulls,
        api,
        functions,
      });
    }
    if (monthlyBudgetUsd !== undefined && topic !== undefined) {
      new MonthlyBudget(this, 'MonthlyBudget', { stage, topic, amountUsd: monthlyBudgetUsd });
    }

    this.apiUrl = http.url;
    this.serviceTableName = tables.service.tableName;
    this.ordersTableName = tables.orders.tableName;
    this.bodiesBucket = tables.bucket;
    this.ingestQueue = intake.queue;
    this.reportWorkflow = workflow;
    this.erasureWorkflow = erasureWorkflow;
    this.alarmTopic = topic;
    this.domainTarget = http.domainTarget;
    const reserved = Object.values(config.reservedConcurrency).reduce((sum, one) => sum + one, 0);
    this.outputs = {
      ApiUrl: http.url,
      ServiceTable: tables.service.tableName,
      OrdersTable: tables.orders.tableName,
      IngestQueueUrl: intake.queue.queueUrl,
      BodiesBucket: tables.bucket.bucketName,
      // The configured limits, for the command line.
      Plans: plans,
      AlarmTopicArn: topic?.topicArn,
      IngestConcurrency: String(config.ingestConcurrency),
      ReservedConcurrency: String(reserved),
      ErasureWorkflowArn: erasureWorkflow.stateMachineArn,
      ReportWorkflowArn: workflow.stateMachineArn,
      DomainTarget: http.domainTarget,
    };
  }

  /**
   * Adds the outputs that the command line looks up, such as for `accounts create`: it finds a stack named
   * OrderAnalytics-<stage>. Call once per stack.
   */
  addOutputs(stack: Stack): void {
    for (const [name, value] of Object.entries(this.outputs))
      if (value !== undefined) new CfnOutput(stack, name, { value });
  }
}

/** Throws for a name that no function has. */
function reserve(functions: readonly ServiceFunction[], reserved: Readonly<Record<string, number>>): void {
  for (const [name, concurrency] of Object.entries(reserved)) {
    const found = functions.find(({ node }) => node.id === name);
    if (found === undefined) {
      const names = functions.map(({ node }) => node.id).join(', ');
      throw new Error(`reservedConcurrency: expected one of ${names}, got ${name}`);
    }
    found.reserve(concurrency);
  }
}

// X-Ray, if the setting is on: records the first request of each second and 5 % of the others, at 5 US
// dollars per million traces.
const WRITE = ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'];
const SAMPLE = ['xray:GetSamplingRules', 'xray:GetSamplingTargets'];

function enableTracing(functions: readonly ServiceFunction[], workflows: readonly StateMachine[]): void {
  for (const { lambda, node } of functions) {
    const resource = lambda.node.defaultChild;
    if (!(resource instanceof CfnFunction)) throw new Error(`${node.path} has no CfnFunction`);
    resource.tracingConfig = { mode: 'Active' };
    lambda.addToRolePolicy(new PolicyStatement({ actions: WRITE, resources: ['*'] }));
    if (lambda.role !== undefined)
      acknowledge(lambda.role, 'AwsSolutions-IAM5[Resource::*]', `${WRITE.join(' and ')} take no resource.`);
  }
  for (const workflow of workflows) {
    const resource = workflow.node.defaultChild;
    if (!(resource instanceof CfnStateMachine))
      throw new Error(`${workflow.node.path} has no CfnStateMachine`);
    resource.tracingConfiguration = { enabled: true };
    workflow.addToRolePolicy(new PolicyStatement({ actions: [...WRITE, ...SAMPLE], resources: ['*'] }));
  }
}
