// Tests when a report reads the extract of an earlier one, when it reads the orders, and which extracts are kept.
import { beforeEach, expect, it, vi } from 'vitest';
import { EXTRACT_VERSION, type ExtractBuilder } from '../../../src/analysis/extract/extract-file.ts';
import { CodedLines } from '../../../src/analysis/orders/coded-lines.ts';
import type { OrderColumns } from '../../../src/analysis/orders/columns.ts';
import { createColumnsBuilder } from '../../../src/analysis/orders/columns-builder.ts';
import type { OrderLine } from '../../../src/contract/resources/orders/row.ts';
import type { DatasetReadOptions } from '../../../src/service/datasets/dataset-reader.ts';
import type { DatasetState } from '../../../src/service/datasets/dataset-states.ts';
import {
  createReadDataset,
  type ReadDataset,
  type ReadDatasetDeps,
} from '../../../src/service/reports/steps/read-dataset.ts';

const report = {
  account_id: 'acct',
  dataset_id: 'default',
  report_id: 'r1',
  created_at: '2026-03-01T00:00:00Z',
  last_accepted: 7,
};
const options = { productIdentifier: 'name', keep: () => true, key: 'all' } as const;

/** One account: a table with one order, S3 with at most one object. */
let world: {
  product: string;
  quantity: number;
  state: DatasetState;
  object: { version: string; state: string | undefined; bytes: Uint8Array } | undefined;
  imports: string[];
  reads: string[];
  /** How the reads of found extracts ended. */
  ends: string[];
  /** Called while the orders are read. */
  meanwhile: () => void;
  s3IsDown: boolean;
  contents: unknown[];
  tableIsDown: boolean;
};
beforeEach(() => {
  world = {
    product: 'Tea',
    quantity: 2,
    state: { token: 's1', isBeingErased: false },
    object: undefined,
    imports: [],
    reads: [],
    ends: [],
    meanwhile: () => undefined,
    s3IsDown: false,
    contents: [],
    tableIsDown: false,
  };
});

function readTable(asked: DatasetReadOptions): OrderColumns {
  const header = { orderId: 'o1', customerId: 'ada', orderDate: 0 };
  const { product: name, quantity } = world;
  const lines = [{ name, sku: undefined, unitPrice: 2.5, quantity, customFields: undefined }];
  const shards = Array.from({ length: asked.extract === undefined ? 0 : 16 }, (_, shard) => shard);
  for (const shard of shards) collect(asked.extract, shard, () => (shard === 3 ? [{ header, lines }] : []));
  const builder = createColumnsBuilder(asked);
  builder.takes(header);
  builder.add(header, lines);
  return builder.build();
}

type Orders = readonly {
  header: Parameters<ReturnType<typeof createColumnsBuilder>['takes']>[0];
  lines: readonly OrderLine[];
}[];

function collect(extract: ExtractBuilder | undefined, shard: number, orders: () => Orders): void {
  const coded = new CodedLines();
  const open = extract?.openShard(coded);
  for (const { header, lines } of orders()) {
    const from = coded.count;
    for (const line of lines) coded.add(line);
    open?.add(header, from);
  }
  if (open !== undefined) extract?.closeShard(shard, open);
}

function createDeps(maxLines = 10): ReadDatasetDeps {
  let versions = 0;
  const callS3 = <T>(answer: () => T): T => {
    if (world.s3IsDown) throw new Error('S3 is down');
    return answer();
  };
  return {
    merges: { get: async () => undefined },
    maxLines,
    clock: () => 77,
    datasets: {
      async noteContents(account, slug, contents, at) {
        if (world.tableIsDown) throw new Error('the table is down');
        world.contents.push({ account, slug, contents, at });
      },
    },
    reader: {
      async read(_dataset, asked) {
        world.reads.push(asked.extract === undefined ? 'table' : 'table, collecting');
        const columns = readTable(asked);
        world.meanwhile();
        return columns;
      },
    },
    states: { read: async () => world.state },
    importsInProgress: {
      list: async (_account, _dataset, { from }) => {
        expect(from).toBe(7);
        return world.imports;
      },
    },
    extracts: {
      find: async () =>
        callS3(() => {
          const { object } = world;
          if (object === undefined) return undefined;
          const end = (how: string): void => void world.ends.push(how);
          return {
            version: object.version,
            state: object.state,
            async read() {
              end('read');
              return object.bytes;
            },
            leave: () => end('left'),
          };
        }),
      keep: async (_dataset, bytes, state, before) =>
        callS3(() => {
          if (world.object?.version !== before?.version) return false;
          world.object = { version: `v${versions++}`, state, bytes };
          return true;
        }),
    },
  };
}

/** Reads the columns as a report does. */
async function readColumns(
  read: ReadDataset,
  hadImports = false,
  asked: Partial<DatasetReadOptions & { key: string }> = {},
) {
  const { columns, keep } = await read(report, hadImports, { ...options, ...asked });
  await keep();
  return columns;
}

async function readProducts(read: ReadDataset, hadImports = false): Promise<string[]> {
  return [...(await readColumns(read, hadImports)).products];
}

/** Creates an instance that has computed nothing yet. */
const createFreshReader = (): ReadDataset => createReadDataset(createDeps());

it('reads the table once, then the extract until the state changes', async () => {
  const first = await readColumns(createFreshReader());
  const shares: number[] = [];
  const second = await readColumns(createFreshReader(), false, { onShard: (share) => shares.push(share) });
  expect(second).toEqual(first);
  expect(world.reads).toEqual(['table, collecting']);
  expect(shares).toHaveLength(16);

  world.product = 'Coffee';
  world.state = { token: 's2', isBeingErased: false };
  expect(await readProducts(createFreshReader())).toEqual(['Coffee']);
  expect(await readProducts(createFreshReader())).toEqual(['Coffee']);
  expect(world.reads).toEqual(['table, collecting', 'table, collecting']);
  // An extract of another state is not downloaded.
  expect(world.ends).toEqual(['read', 'left', 'read']);
});

it('caches only the columns of the last report, for the same settings and state', async () => {
  const read = createFreshReader();
  const first = await readColumns(read);
  expect(await readColumns(read)).toBe(first);
  expect(await readColumns(read, false, { key: 'other' })).toEqual(first);
  const again = await readColumns(read);
  expect(again).not.toBe(first);
  expect(await readColumns(read)).toBe(again);
  expect(world.ends).toEqual(['read', 'read']);

  world.product = 'Coffee';
  world.state = { token: 's2', isBeingErased: false };
  expect(await readProducts(read)).toEqual(['Coffee']);
  world.state = { token: 's2', isBeingErased: true };
  world.product = 'Juice';
  expect(await readProducts(read)).toEqual(['Juice']);
  // Columns that were read while an erasure had the lead are not cached, and those from before are dropped.
  world.state = { token: 's2', isBeingErased: false };
  world.object = undefined;
  expect(await readProducts(read)).toEqual(['Juice']);
  expect(world.reads).toHaveLength(4);
});

it('drops the columns after a minute without a report on them', async () => {
  vi.useFakeTimers();
  try {
    const read = createFreshReader();
    const first = await readColumns(read);
    vi.advanceTimersByTime(59_000);
    expect(await readColumns(read)).toBe(first);
    vi.advanceTimersByTime(2_000);
    expect(await readColumns(read)).not.toBe(first);
  } finally {
    vi.useRealTimers();
  }
});

it('caches no columns whose extract was not kept', async () => {
  const read = createFreshReader();
  world.imports = ['i1'];
  await readProducts(read);
  world.product = 'Coffee';
  expect(await readProducts(read)).toEqual(['Coffee']);
  world.imports = [];
  world.meanwhile = () => {
    world.object = { version: 'note', state: undefined, bytes: new Uint8Array() };
  };
  await readProducts(read);
  world.product = 'Juice';
  expect(await readProducts(read)).toEqual(['Juice']);
});

it.each([
  ['imports were in progress when the report was planned', () => undefined, true],
  ['an import was accepted since', () => world.imports.push('i1'), false],
  [
    'an erasure has the lead',
    () => Object.assign(world, { state: { token: 's1', isBeingErased: true } }),
    false,
  ],
  ['S3 does not answer', () => Object.assign(world, { s3IsDown: true }), false],
])('keeps no extract when %s', async (_when, prepare, hadImports) => {
  prepare();
  expect(await readProducts(createReadDataset(createDeps()), hadImports)).toEqual(['Tea']);
  expect(world.object).toBeUndefined();
  expect(world.reads).toEqual(['table']);
});

it.each([
  ['truncated', (bytes: Uint8Array) => bytes.subarray(0, -1)],
  ['damaged', (bytes: Uint8Array) => bytes.map((byte, at) => (at === 200 ? byte ^ 1 : byte))],
  [
    'of another version',
    (bytes: Uint8Array) => bytes.map((byte, at) => (at === 4 ? EXTRACT_VERSION + 1 : byte)),
  ],
])('reads the table and replaces an extract that is %s', async (_how, spoil) => {
  await readProducts(createFreshReader());
  if (world.object === undefined) throw new Error('expected an extract');
  world.object = { ...world.object, bytes: spoil(world.object.bytes) };
  expect(await readProducts(createFreshReader())).toEqual(['Tea']);
  expect(await readProducts(createFreshReader())).toEqual(['Tea']);
  expect(world.reads).toEqual(['table, collecting', 'table, collecting']);
});

it('keeps no extract of more line items than the limit, or with a quantity that it cannot store exactly', async () => {
  await readProducts(createReadDataset(createDeps(0)));
  expect(world.reads).toEqual(['table']);
  world.quantity = 0.5;
  await readProducts(createReadDataset(createDeps()));
  expect(world.object).toBeUndefined();
  world.quantity = 1;
  await readProducts(createReadDataset(createDeps(1)));
  expect(world.object).toBeDefined();
});

it('notes the contents of the dataset whenever it keeps an extract', async () => {
  const read = createReadDataset(createDeps());
  await readProducts(read);
  await readProducts(read);
  const contents = { rows: 1, orders: 1, customers: 1, firstOrderDate: 0, lastOrderDate: 0 };
  expect(world.contents).toEqual([{ account: 'acct', slug: 'default', contents, at: 77 }]);
});

it('notes no contents if orders changed during the read, and succeeds if they cannot be noted', async () => {
  world.meanwhile = () => {
    world.state = { token: 's2', isBeingErased: false };
  };
  await readProducts(createReadDataset(createDeps()));
  expect(world.contents).toEqual([]);
  world.meanwhile = () => undefined;
  world.tableIsDown = true;
  expect(await readProducts(createReadDataset(createDeps()))).toEqual(['Tea']);
});
