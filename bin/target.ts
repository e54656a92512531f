// Where a command works: on the local cloud that runs on .local/, or on a stage deployed to AWS.
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { readCloudFile } from '../local/cloud-file.ts';
import { LOCAL_CREDENTIALS } from '../local/dynamodb.ts';
import { OperationError } from '../src/operations/accounts.ts';
import { documentClient } from '../src/stores/clients.ts';
import { stackName } from './build-app.ts';

export interface Target {
  readonly db: DynamoDBDocumentClient;
  readonly serviceTable: string;
  readonly apiUrl: string;
}

/** `stage`: local, or the stage whose stack is looked up with the AWS credentials of the environment. */
export async function findTarget(stage: string): Promise<Target> {
  return stage === 'local' ? localTarget() : awsTarget(stage);
}

function localTarget(): Target {
  const cloud = readCloudFile('.local');
  if (cloud === undefined) throw new OperationError('no local cloud is running: start it with npm start');
  const client = new DynamoDBClient({
    endpoint: cloud.endpoints.dynamodb,
    region: 'us-east-1',
    credentials: LOCAL_CREDENTIALS,
  });
  return targetFrom(documentClient(client), cloud.outputs);
}

async function awsTarget(stage: string): Promise<Target> {
  const { Stacks } = await new CloudFormationClient({}).send(
    new DescribeStacksCommand({ StackName: stackName(stage) }),
  );
  const outputs = Object.fromEntries(
    (Stacks?.[0]?.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey ?? '', OutputValue ?? '']),
  );
  return targetFrom(documentClient(), outputs);
}

function targetFrom(db: DynamoDBDocumentClient, outputs: Readonly<Record<string, string>>): Target {
  const serviceTable = outputs.ServiceTable;
  const apiUrl = outputs.ApiUrl;
  if (serviceTable === undefined || apiUrl === undefined) {
    throw new OperationError(
      'the stack has no outputs ServiceTable and ApiUrl: is it an Order Analytics stack?',
    );
  }
  return { db, serviceTable, apiUrl };
}
