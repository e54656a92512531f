// Finds the deployment that a command works on: the local cloud that runs on .local/, or a stage deployed to AWS.
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { toStackName } from '../../../bin/stack-name.ts';
import { createDocumentClient } from '../../../src/service/aws/clients.ts';
import { createSqsClient } from '../../../src/service/aws/sqs-client.ts';
import { OperationError } from '../../../src/service/operations/operation-error.ts';
import { plans } from '../../../src/service/wiring/environment.ts';
import { readCloudFile } from '../../local-cloud/cloud-file.ts';
import { LOCAL_CREDENTIALS } from '../../local-cloud/engines/dynamodb.ts';

const stackOutputs = v.object({
  ApiUrl: v.string(),
  ServiceTable: v.string(),
  OrdersTable: v.string(),
  BodiesBucket: v.string(),
  IngestQueueUrl: v.string(),
  IngestConcurrency: v.pipe(v.string(), v.toNumber()),
  Plans: plans,
});

interface Clients {
  /** Returns a new client each time: guards of one client do not apply to another. */
  readonly dynamoDb: () => DynamoDBClient;
  readonly s3: S3Client;
  readonly sqs: SQSClient;
}

export interface Deployment extends Clients {
  /** Refuses to write if the data have a version that this release does not support. */
  readonly db: DynamoDBDocumentClient;
  readonly apiUrl: string;
  readonly serviceTable: string;
  readonly ordersTable: string;
  readonly bodiesBucket: string;
  readonly ingestQueueUrl: string;
  readonly ingestConcurrency: number;
  readonly plans: v.InferOutput<typeof plans>;
}

/** `stage`: local, or the stage whose stack is looked up with the AWS credentials of the environment. */
export async function findDeployment(stage: string): Promise<Deployment> {
  return stage === 'local' ? findLocalDeployment() : findAwsDeployment(stage);
}

function findLocalDeployment(): Deployment {
  const cloud = readCloudFile('.local');
  if (cloud === undefined) throw new OperationError('no local cloud is running: start it with npm start');
  const toClientConfig = (endpoint: string) => ({
    endpoint,
    region: 'us-east-1',
    credentials: LOCAL_CREDENTIALS,
  });
  const clients = {
    dynamoDb: () => new DynamoDBClient(toClientConfig(cloud.endpoints.dynamodb)),
    s3: new S3Client({ ...toClientConfig(cloud.endpoints.s3), forcePathStyle: true }),
    sqs: createSqsClient(toClientConfig(cloud.endpoints.sqs)),
  };
  return createDeployment(clients, cloud.outputs);
}

const deployedOutputs = v.object({
  ServiceTable: v.string(),
  OrdersTable: v.string(),
  AlarmTopicArn: v.string(),
  IngestConcurrency: v.pipe(v.string(), v.toNumber()),
  ReservedConcurrency: v.optional(v.pipe(v.string(), v.toNumber()), '0'),
});

export interface DeployedStage {
  readonly serviceTable: string;
  readonly ordersTable: string;
  readonly alarmTopicArn: string;
  readonly ingestConcurrency: number;
  /** Executions that all functions of the stage reserve together. */
  readonly reservedConcurrency: number;
}

/** Finds the outputs of a deployed stage's stack that its checks need. */
export async function findDeployedStage(stage: string): Promise<DeployedStage> {
  const outputs = parseOutputs(deployedOutputs, await fetchAwsOutputs(stage));
  return {
    serviceTable: outputs.ServiceTable,
    ordersTable: outputs.OrdersTable,
    alarmTopicArn: outputs.AlarmTopicArn,
    ingestConcurrency: outputs.IngestConcurrency,
    reservedConcurrency: outputs.ReservedConcurrency,
  };
}

async function findAwsDeployment(stage: string): Promise<Deployment> {
  const clients = { dynamoDb: () => new DynamoDBClient({}), s3: new S3Client({}), sqs: createSqsClient() };
  return createDeployment(clients, await fetchAwsOutputs(stage));
}

async function fetchAwsOutputs(stage: string): Promise<Readonly<Record<string, string>>> {
  const { Stacks } = await new CloudFormationClient({})
    .send(new DescribeStacksCommand({ StackName: toStackName(stage) }))
    .catch((error: unknown) => {
      throw new OperationError(explainAwsError(stage, error));
    });
  return Object.fromEntries(
    (Stacks?.[0]?.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey ?? '', OutputValue ?? '']),
  );
}

/** The first call to AWS fails if the region, the login or the deployment is missing. */
function explainAwsError(stage: string, error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message === 'Region is missing')
    return `stage ${stage} is on AWS, and no region is set: set AWS_REGION, or AWS_PROFILE to one that has a region`;
  if (error.name === 'CredentialsProviderError')
    return `stage ${stage} is on AWS, and there are no credentials: set AWS_PROFILE, or log in with aws sso login`;
  if (error.name === 'ExpiredToken' || error.name === 'ExpiredTokenException')
    return 'the AWS credentials have expired: log in again, e.g. with aws sso login';
  if (error.name === 'ValidationError' && error.message.includes('does not exist'))
    return `there is no stack ${toStackName(stage)} in this account and region: deploy it with npx cdk deploy ${toStackName(stage)}`;
  return `stack ${toStackName(stage)}: ${error.name}: ${error.message}`;
}

function createDeployment(clients: Clients, outputs: Readonly<Record<string, string>>): Deployment {
  const known = parseOutputs(stackOutputs, outputs);
  return {
    ...clients,
    db: createDocumentClient(clients.dynamoDb()),
    apiUrl: known.ApiUrl,
    serviceTable: known.ServiceTable,
    ordersTable: known.OrdersTable,
    bodiesBucket: known.BodiesBucket,
    ingestQueueUrl: known.IngestQueueUrl,
    ingestConcurrency: known.IngestConcurrency,
    plans: known.Plans,
  };
}

function parseOutputs<S extends v.GenericSchema>(
  schema: S,
  outputs: Readonly<Record<string, string>>,
): v.InferOutput<S> {
  const parsed = v.safeParse(schema, outputs);
  if (parsed.success) return parsed.output;
  const missing = parsed.issues.map((issue) => v.getDotPath(issue)).join(', ');
  throw new OperationError(
    `the stack has no output ${missing}: is it an Order Analytics stack of this version?`,
  );
}
