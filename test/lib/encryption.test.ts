// encryption=kms: one key for all data at rest, used by the roles that access the data and by no other. Off by default.
import { describe, expect, it } from 'vitest';
import { listKeyActions } from '../../lib/data/data-key.ts';
import { SETTINGS, type StageTemplate, synthesizeStage } from './template.ts';

const KEY = 'DataKey/Key';
/** The key of account secrets, which every stage has. */
const SECRETS = 'Secrets/Key';

const findDataKeys = (template: StageTemplate) =>
  template.findByType('AWS::KMS::Key').filter(({ path }) => path !== SECRETS);

function listKeyUses(template: StageTemplate, name: string): string[] {
  return template.listAllowed(name)[KEY] ?? [];
}

describe.each(['dev', 'prod'])('%s with encryption=kms', (stage) => {
  const template = synthesizeStage(stage, SETTINGS);

  it('has one key with yearly rotation, which outlives the stack in prod only', () => {
    const [key, ...others] = findDataKeys(template);
    expect(others).toEqual([]);
    expect(key).toMatchObject({
      path: KEY,
      deletionPolicy: stage === 'prod' ? 'RetainExceptOnCreate' : 'Delete',
      properties: { EnableKeyRotation: true, PendingWindowInDays: 30 },
    });
  });

  it.each([
    'AWS::DynamoDB::Table',
    'AWS::S3::Bucket',
    'AWS::SQS::Queue',
    'AWS::SNS::Topic',
    'AWS::Logs::LogGroup',
  ])('encrypts every %s with the key', (type) => {
    const [key] = findDataKeys(template);
    const all = template.findByType(type);
    expect(all.length).toBeGreaterThan(0);
    for (const { path, properties } of all)
      expect([path, JSON.stringify(properties).includes(`{"Fn::GetAtt":["${key?.id}","Arn"]}`)]).toEqual([
        path,
        true,
      ]);
  });

  it('allows each function only the key actions that its access to data needs', () => {
    for (const { name } of template.listFunctions()) {
      const actions = Object.values(template.listAllowed(name)).flat();
      const allowed = listKeyUses(template, name);
      // Every function reads the Service table, except Console, which serves files beside its code.
      const reads = name === 'Console' ? [] : ['kms:Decrypt', 'kms:DescribeKey'];
      expect([name, allowed]).toEqual([name, expect.arrayContaining(reads)]);
      const writes = actions.some((action) => /^dynamodb:(?:Put|Update)|^s3:Put|^sqs:Send/.test(action));
      expect([name, allowed.includes('kms:GenerateDataKey')]).toEqual([name, writes]);
      const writesTable = actions.some((action) => /^dynamodb:(?:Put|Update)/.test(action));
      expect([name, allowed.includes('kms:Encrypt')]).toEqual([name, writesTable]);
      for (const action of allowed)
        expect(action).toMatch(
          /^kms:(?:Decrypt|DescribeKey|Encrypt|GenerateDataKey|ReEncryptFrom|ReEncryptTo)$/,
        );
      const elsewhere = Object.entries(template.listAllowed(name)).filter(
        ([resource, those]) =>
          resource !== KEY && resource !== SECRETS && those.some((action) => action.startsWith('kms:')),
      );
      expect(elsewhere).toEqual([]);
    }
  });

  it('allows no role except those of functions to use the key', () => {
    const users = template
      .listRoleStatements()
      .filter(({ actions }) => actions.some((action) => action.startsWith('kms:')))
      .flatMap(({ resources }) => resources)
      .filter((resource) => resource !== SECRETS);
    expect(new Set(users)).toEqual(new Set([KEY]));
    const ofFunctions = template.listFunctions().flatMap(({ name }) => listKeyUses(template, name));
    const ofAll = template
      .listRoleStatements()
      .filter(({ resources }) => resources.includes(KEY))
      .flatMap(({ actions }) => actions.filter((action) => action.startsWith('kms:')));
    expect(ofAll).toHaveLength(ofFunctions.length);
  });

  it("has a key policy for the account's administrators, the stack's logs and the writers of the topic", () => {
    const [key] = findDataKeys(template);
    expect(key?.properties.KeyPolicy).toMatchObject({
      Statement: [
        { Action: 'kms:*', Principal: { AWS: expect.anything() } },
        {
          Principal: { Service: expect.anything() },
          Condition: { ArnLike: { 'kms:EncryptionContext:aws:logs:arn': expect.anything() } },
        },
        {
          Action: ['kms:Decrypt', 'kms:GenerateDataKey'],
          Principal: { Service: ['cloudwatch.amazonaws.com', 'budgets.amazonaws.com'] },
          Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
        },
      ],
    });
  });
});

it('creates no data key and allows no use of one by default', () => {
  const template = synthesizeStage('prod');
  expect(findDataKeys(template)).toEqual([]);
  const kms = template
    .listRoleStatements()
    .filter(({ actions }) => actions.some((action) => action.startsWith('kms:')))
    .flatMap(({ resources }) => resources)
    .filter((resource) => resource !== SECRETS);
  expect(kms).toEqual([]);
});

it.each(['dev', 'prod'])('creates a key for account secrets in %s, with yearly rotation', (stage) => {
  const keys = synthesizeStage(stage).findByType('AWS::KMS::Key');
  expect(keys).toMatchObject([
    {
      path: SECRETS,
      deletionPolicy: stage === 'prod' ? 'RetainExceptOnCreate' : 'Delete',
      properties: { EnableKeyRotation: true, PendingWindowInDays: 30 },
    },
  ]);
});

it('refuses an action on data without listed key actions', () => {
  expect(listKeyActions(['states:StartExecution', 'dynamodb:Query'])).toEqual([
    'kms:Decrypt',
    'kms:DescribeKey',
  ]);
  expect(() => listKeyActions(['dynamodb:Scan'])).toThrow(
    'dynamodb:Scan: lib/data/data-key.ts has no key actions for it',
  );
});
