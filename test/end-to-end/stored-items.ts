// Reads the items in the tables of a local cloud.
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import type { LocalSide } from '../../tools/harness/target.ts';

/** Lists the items whose partition keys begin with `begin`. */
export async function listItems({ db }: LocalSide, TableName: string | undefined, begin: string) {
  const found: Record<string, unknown>[] = [];
  const filter = {
    FilterExpression: 'begins_with(pk, :begin)',
    ExpressionAttributeValues: { ':begin': begin },
  };
  const pages = paginateScan({ client: db }, { TableName, ConsistentRead: true, ...filter });
  for await (const { Items = [] } of pages) found.push(...Items);
  return found;
}
