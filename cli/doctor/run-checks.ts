// All checks of a deployed stage, at once: each reads, none changes anything.
import { CostExplorerClient } from '@aws-sdk/client-cost-explorer';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SNSClient } from '@aws-sdk/client-sns';
import { SSMClient } from '@aws-sdk/client-ssm';
import { checkBootstrap, checkBudgetTag, checkConcurrency, checkReservations } from './account-checks.ts';
import type { Check } from './check.ts';
import { checkAlarmReceiver, checkBackup, checkThroughput } from './stage-checks.ts';

export interface DeployedStage {
  readonly ordersTable: string;
  readonly serviceTable: string;
  readonly alarmTopicArn: string;
  readonly ingestConcurrency: number;
  /** Of all its functions. */
  readonly reservedConcurrency: number;
  /** Every resource of the stack carries it. */
  readonly budgetTag: string;
}

export interface DoctorClients {
  readonly lambda: LambdaClient;
  readonly ssm: SSMClient;
  readonly sns: SNSClient;
  readonly dynamoDb: DynamoDBClient;
  readonly costExplorer: CostExplorerClient;
}

/** With the credentials and region of the environment. Cost Explorer is served from one region only. */
export function doctorClients(): DoctorClients {
  return {
    lambda: new LambdaClient({}),
    ssm: new SSMClient({}),
    sns: new SNSClient({}),
    dynamoDb: new DynamoDBClient({}),
    costExplorer: new CostExplorerClient({ region: 'us-east-1' }),
  };
}

/** `now`: epoch milliseconds. */
export function runChecks(clients: DoctorClients, stage: DeployedStage, now: number): Promise<Check[]> {
  return Promise.all([
    checkConcurrency(clients.lambda, stage.ingestConcurrency),
    checkReservations(clients.lambda, stage.reservedConcurrency),
    checkBootstrap(clients.ssm),
    checkAlarmReceiver(clients.sns, stage.alarmTopicArn),
    checkBudgetTag(clients.costExplorer, stage.budgetTag),
    checkThroughput(clients.dynamoDb, stage.ordersTable),
    checkBackup(clients.dynamoDb, stage.ordersTable, now),
    checkBackup(clients.dynamoDb, stage.serviceTable, now),
  ]);
}
