// All accounts of a stage, for its operator. No index has them: the table is read, page by page.
import { type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { accountKey } from '../tables/service-table.ts';
import { type Account, accountItem } from './accounts.ts';

/** In the order in which the table has them. `after`: the account that the list before ended with. */
export async function* accountsIn(
  db: DynamoDBDocumentClient,
  TableName: string,
  after?: string,
): AsyncGenerator<Account> {
  const sk = accountKey('').sk;
  let from: Record<string, unknown> | undefined = after === undefined ? undefined : { ...accountKey(after) };
  do {
    const page = await db.send(
      new ScanCommand({
        TableName,
        FilterExpression: 'sk = :sk',
        ExpressionAttributeValues: { ':sk': sk },
        ConsistentRead: true,
        ...(from && { ExclusiveStartKey: from }),
      }),
    );
    yield* v.parse(v.array(accountItem), page.Items ?? []);
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
}
