// Runs a Query through its last page.
import { type DynamoDBDocumentClient, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { short } from './short-way.ts';

type Item = Record<string, unknown>;

/** The items of a partition whose sort keys begin with `prefix`. */
export function startingWith(TableName: string, pk: string, prefix: string) {
  return {
    TableName,
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
    ConsistentRead: true,
  };
}

export async function* queryPages(
  db: DynamoDBDocumentClient,
  input: QueryCommandInput,
): AsyncGenerator<Item[]> {
  let from: Item | undefined;
  do {
    const page = await db.send(
      short(new QueryCommand({ ...input, ...(from && { ExclusiveStartKey: from }) })),
    );
    yield page.Items ?? [];
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
}

export async function queryAll(db: DynamoDBDocumentClient, input: QueryCommandInput): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of queryPages(db, input)) items.push(...page);
  return items;
}
