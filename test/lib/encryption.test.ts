// encryption=kms: one key for all data at rest, used by the roles that access the data and by no other. Off by default.
import { describe, expect, it } from 'vitest';
import { listKeyActions } from '../../lib/data/data-key.ts';
import { SETTINGS, type StageTemplate, synthesizeStage } from './template.ts';

const KEY = 'DataKey/Key';
/** Encrypts secrets of accounts, in every stage. */
const SECRETS = 'Secrets/Key';

const keysOf = (template: StageTemplate) =>
  template.of('AWS::KMS::Key').filter(({ path }) => path !== SECRETS);

function ofKey(template: StageTemplate, name: string): string[] {
  return template.allowed(name)[KEY] ?? [];
}

describe.each(['dev', 'prod'])('%s, with a key of its own', (stage) => {
  const template = synthesizeStage(stage, SETTINGS);

  it('has one key, renewed every year, that outlives the stack where the data does', () => {
    const [key, ...others] = keysOf(template);
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
  ])('encrypts every %s with it', (type) => {
    const [key] = keysOf(template);
    const all = template.of(type);
    expect(all.length).toBeGreaterThan(0);
    for (const { path, properties } of all)
      expect([path, JSON.stringify(properties).includes(`{"Fn::GetAtt":["${key?.id}","Arn"]}`)]).toEqual([
        path,
        true,
      ]);
  });

  it('lets each function use it for what the function does with data, and for nothing else', () => {
    for (const { name } of template.functions()) {
      const actions = Object.values(template.allowed(name)).flat();
      const allowed = ofKey(template, name);
      // Every function reads the Service table, but one that serves files beside its code.
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
      const elsewhere = Object.entries(template.allowed(name)).filter(
        ([resource, those]) =>
          resource !== KEY && resource !== SECRETS && those.some((action) => action.startsWith('kms:')),
      );
      expect(elsewhere).toEqual([]);
    }
  });

  it('lets no role but the functions use it', () => {
    const users = template
      .roleStatements()
      .filter(({ actions }) => actions.some((action) => action.startsWith('kms:')))
      .flatMap(({ resources }) => resources)
      .filter((resource) => resource !== SECRETS);
    expect(new Set(users)).toEqual(new Set([KEY]));
    const ofFunctions = template.functions().flatMap(({ name }) => ofKey(template, name));
    const ofAll = template
      .roleStatements()
      .filter(({ resources }) => resources.includes(KEY))
      .flatMap(({ actions }) => actions.filter((action) => action.startsWith('kms:')));
    expect(ofAll).toHaveLength(ofFunctions.length);
  });

  it("opens it to this account's administrators, to the stack's logs, and to those who write to the topic", () => {
    const [key] = keysOf(template);
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

it('makes no key for data and allows no use of one by default', () => {
  const template = synthesizeStage('prod');
  expect(keysOf(template)).toEqual([]);
  const kms = template
    .roleStatements()
    .filter(({ actions }) => actions.some((action) => action.startsWith('kms:')))
    .flatMap(({ resources }) => resources)
    .filter((resource) => resource !== SECRETS);
  expect(kms).toEqual([]);
});

it.each(['dev', 'prod'])('has a key for the secrets of accounts in %s, renewed every year', (stage) => {
  const keys = synthesizeStage(stage).of('AWS::KMS::Key');
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
