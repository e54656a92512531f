// What a write takes of its table's indexes. An index has partitions and throughput of its own; where they have no room, DynamoDB refuses the write to
// the table (back-pressure). https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.ThroughputConsiderations
import { type Item, writeUnits } from './capacity-units.ts';
import { type Touched, text, type Write } from './wire.ts';

/** As in the template. */
export interface IndexedTable {
  readonly KeySchema: readonly { readonly AttributeName: string }[];
  readonly GlobalSecondaryIndexes: readonly {
    readonly IndexName: string;
    readonly KeySchema: readonly { readonly AttributeName: string; readonly KeyType: 'HASH' | 'RANGE' }[];
    readonly Projection: {
      readonly ProjectionType: 'ALL' | 'KEYS_ONLY' | 'INCLUDE';
      readonly NonKeyAttributes: readonly string[];
    };
  }[];
}

/** An index counts as a table of its own. */
export const indexTable = (table: string | undefined, index: string): string => `${table}/${index}`;

/**
 * A put takes the size of what is projected, from the partition that it names; that an entry which moves is deleted as well is left
 * out. Of an update, the item is not known before: one that changes a key of an index takes a unit from the index, and from none of its partitions.
 */
export function indexWrites(tables: ReadonlyMap<string, IndexedTable>, write: Write | undefined): Touched[] {
  const table = tables.get(write?.TableName ?? '');
  if (table === undefined || write === undefined) return [];
  return table.GlobalSecondaryIndexes.flatMap(({ IndexName, KeySchema, Projection }) => {
    const keys = KeySchema.map(({ AttributeName }) => AttributeName);
    const name = indexTable(write.TableName, IndexName);
    if (write.Item !== undefined) {
      const item = write.Item;
      if (keys.some((key) => item[key] === undefined)) return [];
      const kept = [
        ...keys,
        ...table.KeySchema.map(({ AttributeName }) => AttributeName),
        ...Projection.NonKeyAttributes,
      ];
      const projected = Projection.ProjectionType === 'ALL' ? item : pick(item, kept);
      const partition = `${name}|${text(item[keys[0] ?? ''])}`;
      return [{ partition, item: partition, units: writeUnits(projected) }];
    }
    const named = Object.values(write.ExpressionAttributeNames ?? {});
    const changes = (key: string): boolean =>
      named.includes(key) || new RegExp(`\\b${key}\\b`).test(write.UpdateExpression ?? '');
    return keys.some(changes) ? [{ partition: name, item: name, units: 1 }] : [];
  });
}

function pick(item: Item, names: readonly string[]): Item {
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name)));
}
