// Reads single items strongly consistently, and changes them on a condition. A condition that does not hold
// is an outcome, not an error.

import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  type QueryCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { ServiceKey } from '../tables/service-table.ts';
import { isConditionFailed } from './dynamodb-errors.ts';
import { markShort } from './short-way.ts';

type Values = Readonly<Record<string, unknown>>;

/** Changes by attribute. Undefined values change nothing. */
export interface Change {
  readonly set?: Values;
  /** Values of attributes that do not exist yet. */
  readonly setOnce?: Values;
  /** Numbers to add, or sets with members to add. */
  readonly add?: Values;
  /** Sets with the members to remove. */
  readonly subtract?: Values;
  readonly remove?: readonly string[];
  /** `#name` is the attribute `name`, and `:name` one of `values`; not all of them need to be used. */
  readonly condition?: string | undefined;
  readonly values?: Values;
}

/**
 * JSON text of a value that was checked before it was stored. DynamoDB's numbers end at 1e126 and the SDK's
 * at 2^53, while a condition of a request may compare with any JSON number.
 */
export const jsonText = <T extends object>() =>
  v.pipe(
    v.string(),
    v.parseJson(),
    v.custom<T>((value) => typeof value === 'object' && value !== null),
  );

/** Undefined if the item does not exist. */
export async function getItem<const Schema extends v.GenericSchema>(
  db: DynamoDBDocumentClient,
  TableName: string,
  { pk, sk }: ServiceKey,
  schema: Schema,
): Promise<v.InferOutput<Schema> | undefined> {
  const { Item } = await db.send(
    markShort(new GetCommand({ TableName, Key: { pk, sk }, ConsistentRead: true })),
  );
  return Item === undefined ? undefined : v.parse(schema, Item);
}

/** The change as an update of a transaction. */
export function buildUpdate(
  TableName: string,
  { pk, sk }: ServiceKey,
  { set, setOnce, add, subtract, remove = [], condition, values = {} }: Change,
) {
  const names: Record<string, string> = {};
  const used: Record<string, unknown> = {};
  const addName = (attribute: string): string => {
    names[`#${attribute}`] = attribute;
    return `#${attribute}`;
  };
  const listTerms = (attributes: Values = {}, term: (name: string, value: string) => string): string[] =>
    Object.entries(attributes).flatMap(([attribute, value]) => {
      if (value === undefined) return [];
      used[`:new_${attribute}`] = value;
      return [term(addName(attribute), `:new_${attribute}`)];
    });
  const clauses = {
    SET: [
      ...listTerms(set, (name, value) => `${name} = ${value}`),
      ...listTerms(setOnce, (name, value) => `${name} = if_not_exists(${name}, ${value})`),
    ],
    ADD: listTerms(add, (name, value) => `${name} ${value}`),
    DELETE: listTerms(subtract, (name, value) => `${name} ${value}`),
    REMOVE: remove.map(addName),
  };
  for (const [, kind, name = ''] of condition?.matchAll(/([#:])(\w+)/g) ?? []) {
    if (kind === '#') addName(name);
    else used[`:${name}`] = values[name];
  }
  return {
    TableName,
    Key: { pk, sk },
    UpdateExpression: Object.entries(clauses)
      .flatMap(([clause, parts]) => (parts.length === 0 ? [] : [`${clause} ${parts.join(', ')}`]))
      .join(' '),
    ...(condition !== undefined && { ConditionExpression: condition }),
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ...(Object.keys(used).length > 0 && { ExpressionAttributeValues: used }),
  };
}

/**
 * `item`: the attributes that `returned` selects, if the condition was met; otherwise the stored item, if
 * `returned` selects it.
 */
type Updated =
  | { readonly met: true; readonly item: Record<string, unknown> | undefined }
  | { readonly met: false; readonly item: Record<string, AttributeValue> | undefined };

export async function updateIf(
  db: DynamoDBDocumentClient,
  tableName: string,
  key: ServiceKey,
  change: Change,
  returned: Pick<UpdateCommandInput, 'ReturnValues' | 'ReturnValuesOnConditionCheckFailure'> = {},
): Promise<Updated> {
  const input = buildUpdate(tableName, key, change);
  try {
    const { Attributes } = await db.send(markShort(new UpdateCommand({ ...input, ...returned })));
    return { met: true, item: Attributes };
  } catch (error) {
    if (!isConditionFailed(error)) throw error;
    return { met: false, item: error.Item };
  }
}

// Runs a Query through its last page.

type Item = Record<string, unknown>;

/** The items of a partition whose sort keys begin with `prefix`. */
export function buildPrefixQuery(TableName: string, pk: string, prefix: string) {
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
      markShort(new QueryCommand({ ...input, ...(from && { ExclusiveStartKey: from }) })),
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
