// The operator's policy in docs/deploying.md allows every AWS action that files of the command line import.
import { globSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { expect, it } from 'vitest';

const PREFIX: Readonly<Record<string, string>> = {
  'lib-dynamodb': 'dynamodb',
  'client-cost-explorer': 'ce',
};
/** Calls that AWS permits by an action of another name. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  'dynamodb:Get': ['dynamodb:GetItem'],
  'dynamodb:Put': ['dynamodb:PutItem'],
  'dynamodb:Update': ['dynamodb:UpdateItem'],
  'dynamodb:Delete': ['dynamodb:DeleteItem'],
  'dynamodb:BatchGet': ['dynamodb:BatchGetItem'],
  'dynamodb:BatchWrite': ['dynamodb:BatchWriteItem'],
  's3:ListObjectsV2': ['s3:ListBucket'],
  's3:DeleteObjects': ['s3:DeleteObject'],
  'sqs:SendMessageBatch': ['sqs:SendMessage'],
};

function listCalledActions(): string[] {
  const found = new Set<string>();
  for (const file of globSync(['apps/cli/**/*.ts', 'src/service/operations/**/*.ts'])) {
    const text = readFileSync(file, 'utf8');
    for (const [, names = '', client = ''] of text.matchAll(
      /import \{([^}]*)\} from '@aws-sdk\/([\w-]+)'/g,
    )) {
      const prefix = PREFIX[client] ?? client.replace('client-', '');
      for (const [, command, paginated] of names.matchAll(/\b(?:(\w+)Command|paginate(\w+))\b/g)) {
        const action = `${prefix}:${command ?? paginated}`;
        for (const one of OTHER_NAMES[action] ?? [action]) found.add(one);
      }
    }
  }
  return [...found];
}

const policy = v.object({
  Statement: v.array(v.object({ Action: v.union([v.string(), v.array(v.string())]) })),
});

it('allows each AWS action of the commands in the policy of docs/deploying.md', () => {
  const text = readFileSync('docs/deploying.md', 'utf8');
  const block = /needs this policy[\s\S]*?```json\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
  const { Statement } = v.parse(policy, JSON.parse(block));
  const allowed = Statement.flatMap(({ Action }) => Action);
  const called = listCalledActions();
  expect(called).toEqual(
    expect.arrayContaining([
      'dynamodb:Scan',
      'dynamodb:BatchWriteItem',
      's3:ListBucket',
      'ce:ListCostAllocationTags',
    ]),
  );
  expect(called.filter((action) => !allowed.includes(action))).toEqual([]);
});
