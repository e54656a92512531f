// Simulates DynamoDB's refusals in front of an engine without them: overlapping transactions, and partitions and tables
// above their throughput. Throughput counts from the first request, as on a new on-demand table, without burst
// capacity.
//
// Conflicts:
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
// Partitions: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html
// New tables:
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html#on-demand-capacity-mode-initial
import { createServer, request as forward, type IncomingHttpHeaders } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { listen } from '../free-port.ts';
import { type Allowance, createAllowance } from './allowance.ts';
import { type Item, queryUnits, readUnits, writeUnits } from './capacity-units.ts';

// The parts of DynamoDB's requests and responses that the limits read.

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
  /** Present in queries of an index. */
  readonly IndexName?: string;
  readonly ExpressionAttributeValues?: Item;
}

export interface DynamoDbResponse {
  readonly Item?: Item;
  readonly Items?: readonly Item[];
  readonly Attributes?: Item;
  readonly Responses?: Readonly<Record<string, readonly Item[]>>;
}

export interface Touched {
  /** A partition of the table: the unit at which DynamoDB limits throughput. */
  readonly partition: string;
  readonly item: string;
  readonly units: number;
}

/** All tables here have the string keys `pk` and `sk`. */
function toTouched(tableName: string | undefined, item: Item | undefined, units: number): Touched {
  const partition = `${tableName}|${getText(item?.pk)}`;
  return { partition, item: `${partition}|${getText(item?.sk)}`, units };
}

function getText(attribute: Item[string] | undefined): string {
  return String(attribute?.S ?? '');
}

// Computes the units that a write takes of its table's indexes. An index has partitions and throughput of its own; if
// it lacks throughput, DynamoDB refuses the write to the table (back-pressure).
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.ThroughputConsiderations

/** The shape of the template. */
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
const toIndexTable = (table: string | undefined, index: string): string => `${table}/${index}`;

/**
 * A put takes the size of the projected attributes from the partition that it names; the deletion of a moved entry is
 * not counted. The item of an update is unknown here: an update that changes a key of an index takes one unit from the
 * index, and from none of its partitions.
 */
export function listIndexWrites(
  tables: ReadonlyMap<string, IndexedTable>,
  write: Write | undefined,
): Touched[] {
  const table = tables.get(write?.TableName ?? '');
  if (table === undefined || write === undefined) return [];
  return table.GlobalSecondaryIndexes.flatMap(({ IndexName, KeySchema, Projection }) => {
    const keys = KeySchema.map(({ AttributeName }) => AttributeName);
    const name = toIndexTable(write.TableName, IndexName);
    if (write.Item !== undefined) {
      const item = write.Item;
      if (keys.some((key) => item[key] === undefined)) return [];
      const kept = [
        ...keys,
        ...table.KeySchema.map(({ AttributeName }) => AttributeName),
        ...Projection.NonKeyAttributes,
      ];
      const projected = Projection.ProjectionType === 'ALL' ? item : pick(item, kept);
      const partition = `${name}|${getText(item[keys[0] ?? ''])}`;
      return [{ partition, item: partition, units: writeUnits(projected) }];
    }
    const named = Object.values(write.ExpressionAttributeNames ?? {});
    const canChange = (key: string): boolean =>
      named.includes(key) || new RegExp(`\\b${key}\\b`).test(write.UpdateExpression ?? '');
    return keys.some(canChange) ? [{ partition: name, item: name, units: 1 }] : [];
  });
}

function pick(item: Item, names: readonly string[]): Item {
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name)));
}

export interface DynamoDbLimits {
  /** Units per second. */
  readonly partitionWrites: number;
  readonly partitionReads: number;
  readonly tableWrites: number;
  readonly tableReads: number;
  /**
   * Added to each request; a transaction holds its items for this time. DynamoDB promises single-digit milliseconds.
   */
  readonly latencyMs: number;
  readonly transactionLatencyMs: number;
}

export const NEW_ON_DEMAND_TABLE: DynamoDbLimits = {
  partitionWrites: 1_000,
  partitionReads: 3_000,
  tableWrites: 4_000,
  tableReads: 12_000,
  latencyMs: 5,
  transactionLatencyMs: 20,
};

interface Refusals {
  conflicts: number;
  throttled: number;
}

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** `tables`: those whose indexes count, by name. */
export async function startDynamoDbLimits(
  engine: string,
  limits: DynamoDbLimits = NEW_ON_DEMAND_TABLE,
  tables: ReadonlyMap<string, IndexedTable> = new Map(),
) {
  const refusals: Refusals = { conflicts: 0, throttled: 0 };
  const writes = createAllowances(limits.partitionWrites, limits.tableWrites);
  const reads = createAllowances(limits.partitionReads, limits.tableReads);
  /** Items of transactions in flight. */
  const locked = new Set<string>();

  async function runTransaction(request: Request, pass: () => Promise<Reply>): Promise<Reply> {
    const items = (request.TransactItems ?? []).map(({ Put, Update, Delete, ConditionCheck }) => {
      const write = Put ?? Update ?? Delete ?? ConditionCheck;
      const target = toTouched(write?.TableName, Put?.Item ?? write?.Key, 2 * writeUnits(Put?.Item));
      return { ...target, indexes: ConditionCheck ? [] : listIndexWrites(tables, write) };
    });
    const conflicts = items.map(({ item }) => locked.has(item));
    if (conflicts.includes(true)) {
      refusals.conflicts++;
      return createCancellation(conflicts.map((conflict) => (conflict ? 'TransactionConflict' : 'None')));
    }
    const hot = items.map((item) => ![item, ...item.indexes].every(writes.admits));
    if (hot.includes(true)) {
      refusals.throttled++;
      return createCancellation(hot.map((isHot) => (isHot ? 'ThrottlingError' : 'None')));
    }
    for (const { item } of items) locked.add(item);
    try {
      for (const item of items) for (const one of [item, ...item.indexes]) writes.charge(one);
      const [reply] = await Promise.all([pass(), delay(limits.transactionLatencyMs)]);
      return reply;
    } finally {
      for (const { item } of items) locked.delete(item);
    }
  }

  async function write(request: Request, pass: () => Promise<Reply>): Promise<Reply> {
    const target = toTouched(request.TableName, request.Item ?? request.Key, writeUnits(request.Item));
    if (locked.has(target.item)) {
      refusals.conflicts++;
      return createRefusal('TransactionConflictException', 'Transaction is ongoing for the item');
    }
    const indexes = listIndexWrites(tables, request);
    if (![target, ...indexes].every(writes.admits)) return refuseThrottled();
    for (const one of indexes) writes.charge(one);
    const [reply] = await Promise.all([pass(), delay(limits.latencyMs)]);
    const units = Math.max(target.units, writeUnits(parseAnswer(reply).Attributes));
    writes.charge({ ...target, units });
    return reply;
  }

  async function read(
    asked: readonly Touched[],
    pass: () => Promise<Reply>,
    listTouched: (response: DynamoDbResponse) => readonly Touched[],
  ): Promise<Reply> {
    if (asked.some((item) => !reads.admits(item))) return refuseThrottled();
    const [reply] = await Promise.all([pass(), delay(limits.latencyMs)]);
    for (const item of listTouched(parseAnswer(reply))) reads.charge(item);
    return reply;
  }

  function refuseThrottled(): Reply {
    refusals.throttled++;
    return createRefusal(
      'ThrottlingException',
      'Throughput exceeds the current capacity of your table or index.',
    );
  }

  function applyLimits(operation: string, request: Request, pass: () => Promise<Reply>): Promise<Reply> {
    const { TableName: table } = request;
    switch (operation) {
      case 'TransactWriteItems':
        return runTransaction(request, pass);
      case 'PutItem':
      case 'UpdateItem':
      case 'DeleteItem':
        return write(request, pass);
      case 'GetItem': {
        const key = toTouched(table, request.Key, 1);
        return read([key], pass, ({ Item }) => [{ ...key, units: readUnits(Item) }]);
      }
      case 'Query': {
        // The partition of a key condition is the value `:pk`.
        const source = request.IndexName === undefined ? table : toIndexTable(table, request.IndexName);
        const key = toTouched(source, { pk: { S: getText(request.ExpressionAttributeValues?.[':pk']) } }, 1);
        return read([key], pass, ({ Items = [] }) => [{ ...key, units: queryUnits(Items) }]);
      }
      case 'BatchGetItem': {
        const keys = Object.entries(request.RequestItems ?? {}).flatMap(([name, { Keys = [] }]) =>
          Keys.map((key) => toTouched(name, key, 1)),
        );
        return read(keys, pass, ({ Responses = {} }) =>
          Object.entries(Responses).flatMap(([name, items]) =>
            items.map((item) => toTouched(name, item, readUnits(item))),
          ),
        );
      }
      default:
        return pass();
    }
  }

  const server = createServer(async (incoming, outgoing) => {
    try {
      const body = await readBytes(incoming);
      const operation = String(incoming.headers['x-amz-target']).split('.').at(-1) ?? '';
      const pass = () => send(engine, incoming.method, incoming.url, incoming.headers, body);
      const { status, headers, body: answer } = await applyLimits(operation, JSON.parse(String(body)), pass);
      outgoing.writeHead(status, headers).end(answer);
    } catch {
      // Acts like a broken connection: the SDK tries again.
      outgoing.destroy();
    }
  });
  server.keepAliveTimeout = 60_000;
  const port = await listen(server, 0);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    refusals,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Creates a partition's allowance and its table's. `clock`: milliseconds. */
function createAllowances(
  perPartition: number,
  perTable: number,
  clock: () => number = () => performance.now(),
) {
  const all = new Map<string, Allowance>();
  const getAllowance = (name: string, perSecond: number): Allowance => {
    const known = all.get(name) ?? createAllowance(perSecond, clock);
    all.set(name, known);
    return known;
  };
  /** The partition of an index may be unknown. */
  const getBoth = (partition: string): readonly Allowance[] => {
    const at = partition.indexOf('|');
    if (at < 0) return [getAllowance(partition, perTable)];
    return [getAllowance(partition, perPartition), getAllowance(partition.slice(0, at), perTable)];
  };
  return {
    admits: ({ partition }: Touched): boolean => getBoth(partition).every((allowance) => allowance.admits()),
    charge({ partition, units }: Touched): void {
      for (const allowance of getBoth(partition)) allowance.charge(units);
    },
  };
}

function createRefusal(type: string, message: string, more: object = {}): Reply {
  return {
    status: 400,
    headers: { 'content-type': 'application/x-amz-json-1.0' },
    body: Buffer.from(
      JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message, ...more }),
    ),
  };
}

function createCancellation(codes: readonly string[]): Reply {
  return createRefusal(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(', ')}]`,
    { CancellationReasons: codes.map((Code) => ({ Code })) },
  );
}

function parseAnswer({ status, body }: Reply): DynamoDbResponse {
  return status === 200 ? JSON.parse(String(body)) : {};
}

async function readBytes(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

function send(
  engine: string,
  method: string | undefined,
  path: string | undefined,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<Reply> {
  const { hostname, port } = new URL(engine);
  return new Promise((resolve, reject) => {
    const onward = forward({ hostname, port, method, path, headers }, async (answer) => {
      const reply = await readBytes(answer).catch(reject);
      if (reply) resolve({ status: answer.statusCode ?? 500, headers: answer.headers, body: reply });
    });
    onward.on('error', reject);
    onward.end(body);
  });
}
