// The rules by which the AWS calls of a test run are decided; shared-cloud.ts applies them at the end of each run.
import { describe, expect, it } from 'vitest';
import { type SignedCall, toRecordedCalls } from '../../apps/local-cloud/functions/recorded-call.ts';
import { loadLocalAssembly } from '../../bin/local-assembly.ts';
import { needlessExcuses, needlessGrants } from './check-run.ts';
import { type Call, grantsOf, isAllowed, type Statement } from './policy.ts';
import { functionRoles } from './roles.ts';
import { UNUSED_GRANTS } from './unused-grants.ts';

const allow = (rest: Partial<Statement>): Statement => ({ Effect: 'Allow', Condition: {}, ...rest });
const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/Orders';
const call: Call = { action: 'dynamodb:GetItem', resource: TABLE };

describe('a decision', () => {
  it.each<[string, Statement[], boolean]>([
    ['refuses what nothing allows', [], false],
    ['allows the action on the resource', [allow({ Action: ['dynamodb:GetItem'], Resource: [TABLE] })], true],
    ['takes wildcards', [allow({ Action: ['DynamoDB:Get*'], Resource: ['arn:aws:*:table/Order?'] })], true],
    ['refuses another action', [allow({ Action: ['dynamodb:PutItem'], Resource: [TABLE] })], false],
    [
      'refuses a longer name',
      [allow({ Action: ['dynamodb:GetItem'], Resource: [`${TABLE}/index/i`] })],
      false,
    ],
    ['compares resources by case', [allow({ Action: ['*'], Resource: [TABLE.toLowerCase()] })], false],
    [
      'lets a refusal win',
      [
        allow({ Action: ['*'], Resource: ['*'] }),
        { ...allow({ Action: ['dynamodb:*'], Resource: [TABLE] }), Effect: 'Deny' },
      ],
      false,
    ],
    ['excludes actions', [allow({ NotAction: ['dynamodb:*'], Resource: ['*'] })], false],
    ['excludes resources', [allow({ Action: ['dynamodb:*'], NotResource: ['arn:aws:s3:::*'] })], true],
    [
      'refuses where a condition’s key is missing',
      [
        allow({
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
  it('name what they allow, and have a reason for what Lambda itself uses', async () => {
    const { template } = await loadLocalAssembly();
    const roles = functionRoles(template);
    expect(roles.length).toBeGreaterThan(20);
    for (const { statements } of roles) expect(grantsOf(statements).length).toBeGreaterThan(1);
    expect(needlessExcuses(roles, [], UNUSED_GRANTS)).toEqual([]);
    // Without any call, all other grants are needless.
    expect(needlessGrants(roles, [], UNUSED_GRANTS).length).toBeGreaterThan(50);
  });
});

describe('a signed request', () => {
  const OWNER = 'us-east-1:000000000000';
  const dynamodb = (operation: string, body: object): SignedCall => ({
    service: 'dynamodb',
    method: 'POST',
    path: '/',
    operation: `DynamoDB_20120810.${operation}`,
    body: JSON.stringify(body),
  });
  const names = (request: SignedCall): string[] =>
    toRecordedCalls(request, OWNER).map(({ action, resource }) => `${action} ${resource}`);

  it.each<[string, SignedCall, string[]]>([
    ['reads an item', dynamodb('GetItem', { TableName: 'Orders' }), [`dynamodb:GetItem ${TABLE}`]],
    [
      'queries an index',
      dynamodb('Query', { TableName: 'Orders', IndexName: 'i' }),
      [`dynamodb:Query ${TABLE}/index/i`],
    ],
    [
      'is each write of a transaction',
      dynamodb('TransactWriteItems', {
        TransactItems: [{ Put: { TableName: 'Orders' } }, { ConditionCheck: { TableName: 'Orders' } }],
      }),
      [`dynamodb:PutItem ${TABLE}`, `dynamodb:ConditionCheckItem ${TABLE}`],
    ],
    [
      'reads a batch',
      dynamodb('BatchGetItem', { RequestItems: { Orders: {} } }),
      [`dynamodb:BatchGetItem ${TABLE}`],
    ],
    [
      'sends a batch of messages',
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
      'writes an object',
      { service: 's3', method: 'PUT', path: '/bucket/reports/a/b?x-id=PutObject', operation: '', body: '' },
      ['s3:PutObject arn:aws:s3:::bucket/reports/key'],
    ],
    [
      'lists a bucket',
      { service: 's3', method: 'GET', path: '/bucket?list-type=2', operation: '', body: '' },
      ['s3:ListBucket arn:aws:s3:::bucket'],
    ],
  ])('%s', (_, request, expected) => {
    expect(names(request)).toEqual(expected);
  });
});
