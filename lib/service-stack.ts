// The whole service as one stack: composes the constructs and exports what the operator needs.
import { Annotations, CfnOutput, Stack, type StackProps, Tags } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { AlarmTopic } from './alarms/alarm-topic.ts';
import { Alarms } from './alarms/alarms.ts';
import { Dashboard } from './alarms/dashboard.ts';
import { MonthlyBudget, STAGE_TAG } from './alarms/monthly-budget.ts';
import { AnalyticsApi } from './analytics-api.ts';
import { Canary } from './canary.ts';
import { DataKey } from './data-key.ts';
import { NightlyBackup } from './nightly-backup.ts';
import { OrderIntake } from './order-intake.ts';
import { Reconciler } from './reconciler.ts';
import { ScheduleRunner } from './schedule-runner.ts';
import { SecretsKey } from './secrets-key.ts';
import type { ServiceFunction } from './service-function.ts';
import { ServiceTables } from './service-tables.ts';
import type { StageConfig } from './stage-config.ts';
import { trace } from './tracing.ts';
import { AudienceWorkflow } from './workflows/audience-workflow.ts';
import { DeliveryWorkflow } from './workflows/delivery-workflow.ts';
import { ErasureWorkflow } from './workflows/erasure-workflow.ts';
import { ExportWorkflow } from './workflows/export-workflow.ts';
import { ReportPipeline } from './workflows/report-pipeline.ts';

export interface ServiceStackProps extends StackProps {
  readonly config: StageConfig;
}

export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, { config, ...props }: ServiceStackProps) {
    super(scope, id, { ...props, terminationProtection: config.retainData });
    const { stage, retainData, webhookReceivers, monthlyBudgetUsd } = config;
    if (webhookReceivers === 'any' && stage !== 'local') {
      throw new Error(`webhookReceivers: ${stage} sends webhooks to public https addresses only`);
    }
    if (config.edge !== undefined && config.edge.webAclArn === undefined && stage !== 'local') {
      Annotations.of(this).addWarningV2(
        'order-analytics:edge',
        `edge: this stack has no edge yet: deploy ${id}-edge and set webAclArn to its output WebAclArn`,
      );
    }
    Tags.of(this).add(STAGE_TAG, stage);
    const plans = JSON.stringify(config.plans);
    const logRetention = config.logRetentionDays;
    const key = config.encryption === 'kms' ? new DataKey(this, 'DataKey', { retainData }).key : undefined;
    const secrets = new SecretsKey(this, 'Secrets', { retainData });
    const tables = new ServiceTables(this, 'Data', {
      retainData,
      key,
      restoredTables: config.restoredTables,
      warmThroughput: config.warmThroughput,
    });
    if (config.backup !== undefined)
      new NightlyBackup(this, 'Backup', { ...config.backup, tables, retainData, key });
    const intake = new OrderIntake(this, 'Intake', {
      tables,
      plans,
      logRetention,
      key,
      concurrency: config.ingestConcurrency,
      deadLetterConcurrency: config.deadLetterConcurrency,
    });
    const pipeline = new ReportPipeline(this, 'Reports', {
      tables,
      plans,
      logRetention,
      key,
      webhookReceivers,
      computeMemoryMb: config.computeMemoryMb,
      extractMaxLines: config.extractMaxLines,
      partitioning: config.partitioning,
      computingReports: config.computingReports,
      bedrockModelId: config.bedrockModelId,
    });
    const erasure = new ErasureWorkflow(this, 'Erasure', {
      tables,
      logRetention,
      key,
      longestWriter: intake.longestWriter,
    });
    const exporting = new ExportWorkflow(this, 'Exports', { tables, logRetention, key });
    const { workflow } = pipeline;
    const deliveries = new DeliveryWorkflow(this, 'Deliveries', {
      tables,
      secrets,
      webhookReceivers,
      logRetention,
      key,
    });
    const audiences = new AudienceWorkflow(this, 'Audiences', {
      tables,
      reportWorkflow: workflow,
      deliveryWorkflow: deliveries.workflow,
      plans,
      webhookReceivers,
      logRetention,
      key,
    });
    const erasureWorkflow = erasure.workflow;
    const http = new AnalyticsApi(this, 'Http', {
      tables,
      ingestQueue: intake.queue,
      workflow,
      erasureWorkflow,
      exportWorkflow: exporting.workflow,
      audienceWorkflow: audiences.workflow,
      deliveryWorkflow: deliveries.workflow,
      secrets,
      webhookReceivers,
      plans,
      maxHeldReads: config.maxHeldReads,
      corsOrigins: config.corsOrigins,
      publishableLimits: config.publishableLimits,
      logRetention,
      key,
      throttle: config.apiThrottle,
      customDomain: config.customDomain,
      webAclArn: config.edge?.webAclArn,
      hasCanary: config.canaryMinutes !== undefined,
    });
    const { api } = http;
    const reconciler = new Reconciler(this, 'Reconciler', {
      tables,
      workflow,
      exportWorkflow: exporting.workflow,
      audienceWorkflow: audiences.workflow,
      deliveryWorkflow: deliveries.workflow,
      erasureWorkflow,
      logRetention,
      key,
    });
    const scheduleRunner = new ScheduleRunner(this, 'Schedules', {
      tables,
      workflow,
      audienceWorkflow: audiences.workflow,
      plans,
      webhookReceivers,
      logRetention,
      key,
    });
    const workers = [
      ...intake.functions,
      ...pipeline.functions,
      erasure.function,
      exporting.function,
      audiences.function,
      deliveries.function,
      reconciler.function,
      scheduleRunner.function,
    ];
    const functions = [...http.functions, ...workers];
    reserve(functions, config.reservedConcurrency);

    const { topic } = new AlarmTopic(this, 'AlarmTopic', { email: config.alarmEmail, key });
    const workflows = [workflow, erasureWorkflow, exporting.workflow];
    if (config.tracing) trace(functions, [...workflows, audiences.workflow, deliveries.workflow]);
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
    });
    if (config.canaryMinutes !== undefined) {
      const { aliases } = http;
      new Canary(this, 'Canary', { minutes: config.canaryMinutes, aliases, alarms: alarms.ofAnswers });
    }
    new Dashboard(this, 'Dashboard', {
      tables,
      intake,
      pipeline,
      erasure,
      exporting,
      audiences,
      deliveries,
      api,
      functions,
    });
    if (monthlyBudgetUsd !== undefined) {
      new MonthlyBudget(this, 'MonthlyBudget', { stage, topic, amountUsd: monthlyBudgetUsd });
    }

    new CfnOutput(this, 'ApiUrl', { value: http.url });
    new CfnOutput(this, 'ServiceTable', { value: tables.service.tableName });
    new CfnOutput(this, 'OrdersTable', { value: tables.orders.tableName });
    new CfnOutput(this, 'IngestQueueUrl', { value: intake.queue.queueUrl });
    new CfnOutput(this, 'BodiesBucket', { value: tables.bucket.bucketName });
    // The configured limits, for the command line.
    new CfnOutput(this, 'Plans', { value: plans });
    new CfnOutput(this, 'AlarmTopicArn', { value: topic.topicArn });
    new CfnOutput(this, 'IngestConcurrency', { value: String(config.ingestConcurrency) });
    const reserved = Object.values(config.reservedConcurrency).reduce((sum, one) => sum + one, 0);
    new CfnOutput(this, 'ReservedConcurrency', { value: String(reserved) });
    new CfnOutput(this, 'ErasureWorkflowArn', { value: erasureWorkflow.stateMachineArn });
    new CfnOutput(this, 'ReportWorkflowArn', { value: workflow.stateMachineArn });
    if (http.domainTarget !== undefined) new CfnOutput(this, 'DomainTarget', { value: http.domainTarget });
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
