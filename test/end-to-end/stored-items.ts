// What the tables of a local cloud hold.
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import type { LocalSide } from '../../tools/harness/target.ts';

/** The items whose partition keys begin so, on as many pages as they take. */
export async function itemsOf({ db }: LocalSide, TableName: string | undefined, begin: string) {
  const found: Record<string, unknown>[] = [];
  const filter = {
    FilterExpression: 'begins_with(pk, :begin)',
    ExpressionAttributeValues: { ':begin': begin },
  };
  const pages = paginateScan({ client: db }, { TableName, ConsistentRead: true, ...filter });
  for await (const { Items = [] } of pages) found.push(...Items);
  return found;
}
