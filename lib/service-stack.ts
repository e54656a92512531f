// The whole service as one stack: composes the constructs and names what the operator needs.
import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Alarms } from './alarms.ts';
import { AnalyticsApi } from './analytics-api.ts';
import { ErasureWorkflow } from './erasure-workflow.ts';
import { OrderIntake } from './order-intake.ts';
import { Reconciler } from './reconciler.ts';
import { ReportPipeline } from './report-pipeline.ts';
import { ServiceTables } from './service-tables.ts';
import type { StageConfig } from './stage-config.ts';

export interface ServiceStackProps extends StackProps {
  readonly config: StageConfig;
}

export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, { config, ...props }: ServiceStackProps) {
    super(scope, id, { ...props, terminationProtection: config.retainData });
    const plans = JSON.stringify(config.plans);
    const logRetention = config.logRetentionDays;
    const { webhookTargets } = config;
    const tables = new ServiceTables(this, 'Data', { retainData: config.retainData });
    const intake = new OrderIntake(this, 'Intake', {
      tables,
      plans,
      logRetention,
      concurrency: config.ingestConcurrency,
    });
    const pipeline = new ReportPipeline(this, 'Reports', {
      tables,
      logRetention,
      webhookTargets,
      computeMemoryMb: config.computeMemoryMb,
      bedrockModelId: config.bedrockModelId,
    });
    const erasure = new ErasureWorkflow(this, 'Erasure', {
      tables,
      logRetention,
      longestWriter: intake.longestWriter,
    });
    const api = new AnalyticsApi(this, 'Http', {
      tables,
      ingestQueue: intake.queue,
      workflow: pipeline.workflow,
      erasureWorkflow: erasure.workflow,
      webhookTargets,
      plans,
      logRetention,
    });
    const reconciler = new Reconciler(this, 'Reconciler', {
      tables,
      workflow: pipeline.workflow,
      erasureWorkflow: erasure.workflow,
      logRetention,
    });
    new Alarms(this, 'Alarms', {
      intake,
      api: api.api,
      workflow: pipeline.workflow,
      functions: [
        ...api.functions,
        ...intake.functions,
        ...pipeline.functions,
        erasure.function,
        reconciler.function,
      ],
      email: config.alarmEmail,
    });
    new CfnOutput(this, 'ApiUrl', { value: api.url });
    new CfnOutput(this, 'ServiceTable', { value: tables.service.tableName });
    new CfnOutput(this, 'OrdersTable', { value: tables.orders.tableName });
    new CfnOutput(this, 'IngestQueueUrl', { value: intake.queue.queueUrl });
    new CfnOutput(this, 'BodiesBucket', { value: tables.bucket.bucketName });
    // The limits that the functions work by, for the command line.
    new CfnOutput(this, 'Plans', { value: plans });
    new CfnOutput(this, 'ErasureWorkflowArn', { value: erasure.workflow.stateMachineArn });
    new CfnOutput(this, 'ReportWorkflowArn', { value: pipeline.workflow.stateMachineArn });
  }
}
