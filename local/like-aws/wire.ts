// The parts of DynamoDB's requests and responses that the limits look at.
import type { Item } from './capacity-units.ts';

export interface Write {
  readonly TableName?: string;
  readonly Item?: Item;
  readonly Key?: Item;
  readonly UpdateExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
}

export interface Request extends Write {
  readonly TransactItems?: readonly {
    readonly Put?: Write;
    readonly Update?: Write;
    readonly Delete?: Write;
    readonly ConditionCheck?: Write;
  }[];
  readonly RequestItems?: Readonly<Record<string, { readonly Keys?: readonly Item[] }>>;
  /** Of a query. */
  readonly IndexName?: string;
  readonly ExpressionAttributeValues?: Item;
}

export interface Response {
  readonly Item?: Item;
  readonly Items?: readonly Item[];
  readonly Attributes?: Item;
  readonly Responses?: Readonly<Record<string, readonly Item[]>>;
}

export interface Touched {
  /** Of the table: the unit at which DynamoDB limits throughput. */
  readonly partition: string;
  readonly item: string;
  readonly units: number;
}

/** All tables here have the string keys `pk` and `sk`. */
export function touched(tableName: string | undefined, item: Item | undefined, units: number): Touched {
  const partition = `${tableName}|${text(item?.pk)}`;
  return { partition, item: `${partition}|${text(item?.sk)}`, units };
}

export function text(attribute: Item[string] | undefined): string {
  return String(attribute?.S ?? '');
}
