// Tests the search for a person's ids in a dataset above ten million line items, over many slices.
import { expect, it } from 'vitest';
import { computeCustomerDigest, toErasedCustomer } from '../../../../src/analysis/erasure/erasure.ts';
import type { IdentityRules } from '../../../../src/contract/schema/identity.ts';
import { SHARD_COUNT } from '../../../../src/contract/schema/limits.ts';
import type { ErasureItem } from '../../../../src/service/erasures/erasures.ts';
import { type LinkErasedDeps, linkErased } from '../../../../src/service/erasures/link-erased.ts';
import { PartitionFileError } from '../../../../src/service/reports/partition-files.ts';
import { type PlantedOrder, plantShop } from '../../../analysis/identity/planted-shop.ts';

const DATASET = { accountId: 'acc', datasetId: 'shop' };
const RULES: IdentityRules = {
  email: { ignore_plus_tags: true, ignore_gmail_dots: true },
  phone: { fields: ['contact', 'custom:phone'], country_code: '49' },
  customer_number: { fields: ['custom:customer_no'] },
};
const ORDERS_PER_PAGE = 4;
const MOST_LINES = 10_000_000;

type Order = Pick<PlantedOrder, 'header' | 'lines'>;

function createErasure(id: string, customerId: string, identity: IdentityRules): ErasureItem {
  return {
    ...{
      account_id: 'acc',
      erasure_id: id,
      kind: 'customer',
      dataset_id: 'shop',
      runs: 1,
      shard_cursors: {},
    },
    ...{ created_at: '2026-03-01T00:00:00.000Z', orders: 0, line_items: 0, reports: 0, dead_letters: 0 },
    ...{ customer: toErasedCustomer('acc', 'shop', customerId), identity },
  };
}

/** Every page takes a second. */
function createShop(
  orders: readonly Order[],
  { lines = MOST_LINES + 1, list, ...limits }: { lines?: number; list?: object; mostFacts?: number } = {},
) {
  const shards = Array.from({ length: SHARD_COUNT }, (_, shard) =>
    orders.filter((__, at) => at % SHARD_COUNT === shard),
  );
  const files = new Map<string, Uint8Array>();
  const items = new Map<string, ErasureItem>();
  let [now, version, pages] = [0, 'v1', 0];
  const deps: LinkErasedDeps = {
    ...limits,
    clock: () => now,
    rowCounters: { mostOfDataset: async () => lines },
    merges: { get: async () => ({ merges: [], ...list, version }) },
    partitionFiles: {
      put: async ({ reportId }, path, bytes) => void files.set(`${reportId}/${path}`, Uint8Array.from(bytes)),
      async get({ reportId }, path) {
        const bytes = files.get(`${reportId}/${path}`);
        if (bytes === undefined) throw new PartitionFileError(`${path} is missing`);
        return bytes;
      },
      async removeAll({ reportId }) {
        for (const name of files.keys()) if (name.startsWith(`${reportId}/`)) files.delete(name);
      },
    },
    shardOrders: {
      async read(_, shard, sink, { after, isLate = () => false } = {}) {
        const all = shards[shard] ?? [];
        const first = after === undefined ? 0 : Number(after);
        for (let from = first; from < all.length; from += ORDERS_PER_PAGE) {
          if (from > first && isLate()) return `${from}`;
          now += 1_000;
          pages++;
          for (const { header, lines: ofOrder } of all.slice(from, from + ORDERS_PER_PAGE)) {
            if (!sink.wants(header)) continue;
            const before = sink.lines.count;
            for (const line of ofOrder) sink.lines.add(line);
            sink.add(header, before);
          }
          await sink.endPage?.();
        }
        return undefined;
      },
    },
    erasures: {
      get: async ({ erasureId }) => items.get(erasureId),
      markLinked: async () => undefined,
      async noteLinked({ erasureId }, linked, unlinked, at) {
        const item = items.get(erasureId);
        if (item !== undefined) items.set(erasureId, { ...item, linked, unlinked, linked_at: at });
      },
    },
  };
  return {
    files,
    replaceList: () => {
      version = 'v2';
    },
    countPages: () => pages,
    /** One slice; returns whether the search has ended. */
    async slice(milliseconds = 5_000): Promise<boolean> {
      const round = [...items.values()];
      return linkErased(deps, DATASET, { accountId: 'acc', erasureId: 'e0' }, round, now + milliseconds);
    },
    erase(customers: readonly string[], rules: IdentityRules = RULES) {
      for (const [at, id] of customers.entries()) items.set(`e${at}`, createErasure(`e${at}`, id, rules));
    },
    /** Digests of the ids that each erasure erases beside its own. */
    listLinked: () =>
      [...items.values()].map(({ linked = [], unlinked }) => ({
        linked: linked.map(({ digest }) => digest).sort(),
        unlinked,
      })),
  };
}

type Shop = ReturnType<typeof createShop>;

async function finish(shop: Shop, milliseconds?: number): Promise<number> {
  for (let slices = 1; ; slices++) if (await shop.slice(milliseconds)) return slices;
}

const toDigests = (ids: readonly string[]) =>
  ids.map((id) => computeCustomerDigest('acc', 'shop', id)).sort();

it('finds the same ids of each person as in the memory of one function, over many slices', async () => {
  const { orders, list } = plantShop(3);
  const customers = [...new Set(orders.map(({ header }) => header.customerId ?? ''))].slice(0, 200);
  const [large, small] = [createShop(orders, { list }), createShop(orders, { list, lines: 1 })];
  for (const shop of [large, small]) shop.erase(customers);
  expect(await finish(small, Number.POSITIVE_INFINITY)).toBe(1);
  expect(await finish(large, 50_000)).toBeGreaterThan(20);
  const found = large.listLinked();
  expect(found).toEqual(small.listLinked());
  expect(found.filter(({ linked }) => linked.length > 0).length).toBeGreaterThan(50);
  expect(large.files.size).toBe(0);
});

const order = (customerId: string, contact?: string): Order => ({
  header: { orderId: customerId, customerId, contact, orderDate: 0 },
  lines: [{ name: 'tea', sku: undefined, unitPrice: 1, quantity: 1, customFields: undefined }],
});
const ANN = [order('17', 'ann@web.de'), order('ann@web.de', 'ann@posteo.de'), order('ann@posteo.de')];
const OTHERS = Array.from({ length: 300 }, (_, at) => order(`guest${at}@web.de`));

it('continues a search where the slice before has ended, and keeps what was found in a file until then', async () => {
  const shop = createShop([...OTHERS, ...ANN]);
  shop.erase(['ann@posteo.de'], { email: {} });
  expect(await shop.slice()).toBe(false);
  expect([...shop.files.keys()]).toEqual(['e0/search']);
  expect(shop.countPages()).toBeLessThan(20);
  await finish(shop);
  expect(shop.listLinked()).toEqual([{ linked: toDigests(['17', 'ann@web.de']), unlinked: false }]);
  // Four passes: the ids of three addresses, one after the other, and none.
  expect(shop.countPages()).toBeLessThanOrEqual(4 * 128);
  expect(shop.files.size).toBe(0);
});

it('searches again from the beginning when the merge list was replaced', async () => {
  const list = { merges: [['17', 'till-4']] };
  const shop = createShop([...ANN, order('till-4'), ...OTHERS], { list });
  shop.erase(['17'], { email: {} });
  expect(await shop.slice()).toBe(false);
  list.merges = [['17', 'till-5']];
  shop.replaceList();
  await finish(shop);
  expect(shop.listLinked()[0]?.linked).toEqual(toDigests(['till-5', 'ann@web.de', 'ann@posteo.de']));
});

it('erases the requested id alone if its keys lead to more ids than memory holds', async () => {
  const chain = OTHERS.map((_, at) => order(`g${at}@web.de`, `g${at + 1}@web.de`));
  const shop = createShop(chain, { mostFacts: 100 });
  shop.erase(['g0@web.de'], { email: {} });
  await finish(shop);
  expect(shop.listLinked()).toEqual([{ linked: [], unlinked: true }]);
  expect(shop.files.size).toBe(0);
});
