// Reads a page of the partitions of a shard as one, in the order of sort keys. The page ends at the smallest
// end of the partitions' pages, so that a place in it is a sort key alone, however many partitions the shard
// has.

import { type DynamoDBDocumentClient, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { markShort } from '../aws/short-way.ts';

type Item = Readonly<Record<string, unknown>>;

export interface ShardPage {
  readonly items: readonly Item[];
  /** Sort key to continue after; undefined at the end. */
  readonly last: string | undefined;
  /** Read units; undefined unless requested. */
  readonly units: number | undefined;
}

/** `input`: its key condition names the partition `:pk`. */
export async function readShardPage(
  db: DynamoDBDocumentClient,
  input: QueryCommandInput,
  partitions: readonly string[],
  after: string | undefined,
): Promise<ShardPage> {
  const pages = await Promise.all(partitions.map((pk) => readPartition(db, input, pk, after)));
  const [first] = pages;
  if (first !== undefined && pages.length === 1) return first;
  const last = pages
    .flatMap((page) => page.last ?? [])
    .reduce<string | undefined>(
      (least, key) => (least === undefined || compareKeys(key, least) < 0 ? key : least),
      undefined,
    );
  return {
    items: pages
      .flatMap(({ items }) => items)
      .filter((item) => last === undefined || compareKeys(getSortKey(item), last) <= 0)
      .sort((a, b) => compareKeys(getSortKey(a), getSortKey(b))),
    last,
    units: pages.reduce<number | undefined>((sum, { units }) => units && (sum ?? 0) + units, 0),
  };
}

async function readPartition(
  db: DynamoDBDocumentClient,
  input: QueryCommandInput,
  pk: string,
  after: string | undefined,
): Promise<ShardPage> {
  const {
    Items = [],
    LastEvaluatedKey,
    ConsumedCapacity,
  } = await db.send(
    markShort(
      new QueryCommand({
        ...input,
        ExpressionAttributeValues: { ':pk': pk, ...input.ExpressionAttributeValues },
        ConsistentRead: true,
        ...(after !== undefined && { ExclusiveStartKey: { pk, sk: after } }),
      }),
    ),
  );
  return {
    items: Items,
    last: LastEvaluatedKey && getSortKey(LastEvaluatedKey),
    units: ConsumedCapacity?.CapacityUnits,
  };
}

export async function* readShardPages(...[db, input, partitions, from]: Parameters<typeof readShardPage>) {
  let after = from;
  do {
    const { items, last } = await readShardPage(db, input, partitions, after);
    yield items;
    after = last;
  } while (after !== undefined);
}

const getSortKey = ({ sk }: Item): string => String(sk);

/**
 * Compares as DynamoDB sorts: by the bytes of UTF-8, which is by code points, where a surrogate sorts after
 * all other units.
 */
export function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

const rank = (unit: number): number => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800);
