// The rules by which the AWS calls of a test run are allowed or denied; shared-cloud.ts applies them at the end of each
// run.
import { describe, expect, it } from 'vitest';
import { type SignedCall, toRecordedCalls } from '../../apps/local-cloud/functions/recorded-call.ts';
import { loadLocalAssembly } from '../../bin/local-assembly.ts';
import { findNeedlessExcuses, findNeedlessGrants } from './check-run.ts';
import { type Call, isAllowed, listGrants, type Statement } from './policy.ts';
import { readFunctionRoles } from './roles.ts';
import { UNUSED_GRANTS } from './unused-grants.ts';

const createAllow = (rest: Partial<Statement>): Statement => ({ Effect: 'Allow', Condition: {}, ...rest });
const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/Orders';
const call: Call = { action: 'dynamodb:GetItem', resource: TABLE };

describe('isAllowed', () => {
  it.each<[string, Statement[], boolean]>([
    ['refuses a call without any statement', [], false],
    [
      'allows the action on the resource',
      [createAllow({ Action: ['dynamodb:GetItem'], Resource: [TABLE] })],
      true,
    ],
    [
      'accepts wildcards',
      [createAllow({ Action: ['DynamoDB:Get*'], Resource: ['arn:aws:*:table/Order?'] })],
      true,
    ],
    ['refuses another action', [createAllow({ Action: ['dynamodb:PutItem'], Resource: [TABLE] })], false],
    [
      'refuses a resource whose name is longer',
      [createAllow({ Action: ['dynamodb:GetItem'], Resource: [`${TABLE}/index/i`] })],
      false,
    ],
    [
      'compares resources with regard to case',
      [createAllow({ Action: ['*'], Resource: [TABLE.toLowerCase()] })],
      false,
    ],
    [
      'refuses a call that is both allowed and denied',
      [
        createAllow({ Action: ['*'], Resource: ['*'] }),
        { ...createAllow({ Action: ['dynamodb:*'], Resource: [TABLE] }), Effect: 'Deny' },
      ],
      false,
    ],
    ['refuses an action in NotAction', [createAllow({ NotAction: ['dynamodb:*'], Resource: ['*'] })], false],
    [
      'allows a resource outside NotResource',
      [createAllow({ Action: ['dynamodb:*'], NotResource: ['arn:aws:s3:::*'] })],
      true,
    ],
    [
      'refuses a call without the key of a condition',
      [
        createAllow({
          Action: ['*'],
          Resource: ['*'],
          Condition: { StringEquals: { 'aws:SourceAccount': ['1'] } },
        }),
      ],
      false,
    ],
  ])('%s', (_, statements, expected) => {
    expect(isAllowed(statements, call)).toBe(expected);
  });
});

describe('the roles of the local template', () => {
  it('name their actions and resources, and have only reasons that excuse a grant', async () => {
    const { template } = await loadLocalAssembly();
    const roles = readFunctionRoles(template);
    expect(roles.length).toBeGreaterThan(20);
    for (const { statements } of roles) expect(listGrants(statements).length).toBeGreaterThan(1);
    expect(findNeedlessExcuses(roles, [], UNUSED_GRANTS)).toEqual([]);
    // Without calls, all grants without a reason are needless.
    expect(findNeedlessGrants(roles, [], UNUSED_GRANTS).length).toBeGreaterThan(50);
  });
});

describe('toRecordedCalls', () => {
  const OWNER = 'us-east-1:000000000000';
  const createDynamoDbCall = (operation: string, body: object): SignedCall => ({
    service: 'dynamodb',
    method: 'POST',
    path: '/',
    operation: `DynamoDB_20120810.${operation}`,
    body: JSON.stringify(body),
  });
  const listActions = (request: SignedCall): string[] =>
    toRecordedCalls(request, OWNER).map(({ action, resource }) => `${action} ${resource}`);

  it.each<[string, SignedCall, string[]]>([
    [
      'names the read of an item',
      createDynamoDbCall('GetItem', { TableName: 'Orders' }),
      [`dynamodb:GetItem ${TABLE}`],
    ],
    [
      'names the query of an index',
      createDynamoDbCall('Query', { TableName: 'Orders', IndexName: 'i' }),
      [`dynamodb:Query ${TABLE}/index/i`],
    ],
    [
      'names each write of a transaction',
      createDynamoDbCall('TransactWriteItems', {
        TransactItems: [{ Put: { TableName: 'Orders' } }, { ConditionCheck: { TableName: 'Orders' } }],
      }),
      [`dynamodb:PutItem ${TABLE}`, `dynamodb:ConditionCheckItem ${TABLE}`],
    ],
    [
      'names the read of a batch',
      createDynamoDbCall('BatchGetItem', { RequestItems: { Orders: {} } }),
      [`dynamodb:BatchGetItem ${TABLE}`],
    ],
    [
      'names the send of a batch of messages',
      {
        service: 'sqs',
        method: 'POST',
        path: '/',
        operation: 'AmazonSQS.SendMessageBatch',
        body: JSON.stringify({ QueueUrl: 'http://127.0.0.1:1/000000000000/Queue' }),
      },
      [`sqs:SendMessage arn:aws:sqs:${OWNER}:Queue`],
    ],
    [
      'names the sender of an e-mail and its configuration set',
      {
        ...{ service: 'ses', method: 'POST', path: '/v2/email/outbound-emails', operation: '' },
        body: JSON.stringify({
          FromEmailAddress: 'Shop <digest@example.com>',
          ConfigurationSetName: 'set',
        }),
      },
      [
        `ses:SendEmail arn:aws:ses:${OWNER}:identity/example.com`,
        `ses:SendEmail arn:aws:ses:${OWNER}:configuration-set/set`,
      ],
    ],
    [
      'names the write of an object',
      { service: 's3', method: 'PUT', path: '/bucket/reports/a/b?x-id=PutObject', operation: '', body: '' },
      ['s3:PutObject arn:aws:s3:::bucket/reports/key'],
    ],
    [
      'names the list of a bucket',
      { service: 's3', method: 'GET', path: '/bucket?list-type=2', operation: '', body: '' },
      ['s3:ListBucket arn:aws:s3:::bucket'],
    ],
  ])('%s', (_, request, expected) => {
    expect(listActions(request)).toEqual(expected);
  });
});
