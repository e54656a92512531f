// Reads a page of an account's items by their ULIDs, newest first. A request reads a bounded number of items:
// if few pass the filter, the page has fewer than requested, and the next one continues.
import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { encodeTime } from 'ulid';

/** Queries of one request, and the items that each reads. */
const [MAX_QUERIES, LOOKED_AT] = [8, 250];
/** An id may be later than its item: imports of one account have ascending ids, whatever the clocks show. */
const MARGIN_MS = 86_400_000;
/** The last moment that a ULID can represent. */
const LATEST = 0xffff_ffff_ffff;

export interface CreatedRange {
  /** Epoch milliseconds: from `createdFrom` on, and before the other. */
  readonly createdFrom?: number | undefined;
  readonly createdTo?: number | undefined;
}

export interface PageRequest {
  readonly limit: number;
  /** The last id of the previous page. */
  readonly before: string | undefined;
}

export interface ItemPage<Item> {
  readonly items: readonly Item[];
  /** The id after which the next page begins; undefined on the last one. */
  readonly next: string | undefined;
}

interface Items {
  readonly pk: string;
  /** Prefix of sort keys before the id. */
  readonly prefix: string;
  /** Conditions of the filter, beside the range. */
  readonly conditions: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
  /** Attributes whose names DynamoDB reserves. */
  readonly names?: Readonly<Record<string, string>> | undefined;
}

export async function listNewestFirst<Item>(
  db: DynamoDBDocumentClient,
  TableName: string,
  { pk, prefix, conditions, values, names }: Items,
  { createdFrom, createdTo }: CreatedRange,
  { limit, before }: PageRequest,
  read: (item: unknown) => Item,
): Promise<ItemPage<Item>> {
  const filter = [
    ...conditions,
    ...(createdFrom === undefined ? [] : ['created_at >= :created_from']),
    ...(createdTo === undefined ? [] : ['created_at < :created_to']),
  ];
  const found: { readonly id: string; readonly item: Item }[] = [];
  let from = before === undefined ? undefined : { pk, sk: prefix + before };
  for (let queries = 0; queries < MAX_QUERIES; queries++) {
    const page = await db.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
        ...(filter.length > 0 && { FilterExpression: filter.join(' AND ') }),
        ...(names && { ExpressionAttributeNames: { ...names } }),
        ExpressionAttributeValues: {
          ...values,
          ':pk': pk,
          ':first': `${prefix}${toUlidTime((createdFrom ?? 0) - MARGIN_MS)}`,
          ':last': `${prefix}${toUlidTime((createdTo ?? LATEST) + MARGIN_MS)}~`,
          ':created_from': toTimestamp(createdFrom),
          ':created_to': toTimestamp(createdTo),
        },
        ConsistentRead: true,
        ScanIndexForward: false,
        Limit: filter.length > 0 ? LOOKED_AT : limit + 1,
        ...(from && { ExclusiveStartKey: from }),
      }),
    );
    for (const item of page.Items ?? [])
      found.push({ id: String(item.sk).slice(prefix.length), item: read(item) });
    const last = page.LastEvaluatedKey;
    from = last && { pk, sk: String(last.sk) };
    if (found.length > limit || from === undefined) break;
  }
  const items = found.slice(0, limit).map(({ item }) => item);
  const next = found.length > limit ? found[limit - 1]?.id : from?.sk.slice(prefix.length);
  return { items, next };
}

/** The first ten characters of a ULID. */
function toUlidTime(ms: number): string {
  return encodeTime(Math.min(Math.max(Math.floor(ms), 0), LATEST));
}

/** Formats the time like `created_at`. */
function toTimestamp(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString();
}
