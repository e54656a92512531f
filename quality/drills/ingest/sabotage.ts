// Sabotage for each drill: one deliberate fault in the service that the drill must find, and the words of the expected
// violation.
import type { BucketFiles } from '../../../src/stores/bucket-files.ts';
import type { ChunkCommit, CommitOutcome } from '../../../src/stores/orders/orders.ts';
import type { Engines, Stores } from './engines.ts';

export interface Sabotage {
  readonly drill: string;
  readonly what: string;
  readonly complaint: RegExp;
  /** A run that is known to find it, where the first does not; those after it are tried if it no longer does. */
  readonly seed?: number;
  /** Of a run that it keeps from ending. */
  readonly longestMs?: number;
  spoil(engines: Engines): Engines;
}

/** With some of the stores replaced. */
export function withStores(engines: Engines, spoilt: (stores: Stores) => Partial<Stores>): Engines {
  return { ...engines, stores: { ...engines.stores, ...spoilt(engines.stores) } };
}

/** The same for what is in a run's bucket. */
export function withFiles(engines: Engines, spoilt: (files: BucketFiles) => Partial<BucketFiles>): Engines {
  return {
    ...engines,
    createFiles(bucket) {
      const files = engines.createFiles(bucket);
      return { ...files, ...spoilt(files) };
    },
  };
}

function withCommit(
  engines: Engines,
  commit: (honest: Stores['orders']['commit'], request: ChunkCommit) => Promise<CommitOutcome>,
): Engines {
  return withStores(engines, ({ orders }) => ({
    orders: { ...orders, commit: (request) => commit(orders.commit, request) },
  }));
}

function dropReceiptCondition(engines: Engines): Engines {
  let receipts = 0;
  return withCommit(engines, (commit, request) => {
    receipts++;
    return commit({ ...request, path: `${request.path}r${receipts}` });
  });
}

function takeConflictForSuccess(engines: Engines): Engines {
  return withCommit(engines, async (commit, request) => {
    const outcome = await commit(request);
    return outcome === 'conflict' ? 'committed' : outcome;
  });
}

/** The last writer wins: it takes the version that it finds for the one that it has read. */
function overwriteNewerVersions(engines: Engines): Engines {
  return withStores(engines, ({ orders }) => ({
    orders: {
      ...orders,
      async commit(request) {
        const found = await orders.readParts(request.dataset, request.parts);
        const versions = new Map(found.map(({ orderId, path, version }) => [`${orderId}/${path}`, version]));
        const parts = request.parts.map((part) => ({
          ...part,
          version: (versions.get(`${part.orderId}/${part.path}`) ?? 0) + 1,
        }));
        return orders.commit({ ...request, parts });
      },
    },
  }));
}

function bookNothing(engines: Engines): Engines {
  const nothing = async () => true;
  return withStores(engines, ({ imports }) => ({
    imports: { ...imports, putReceipt: nothing, putReceipts: nothing },
  }));
}

function forgetImports(engines: Engines): Engines {
  return withStores(engines, ({ orders }) => ({
    orders: {
      ...orders,
      async readParts(...request) {
        const parts = await orders.readParts(...request);
        return parts.map((part) => ({
          ...part,
          lines: new Map([...part.lines].map(([key, line]) => [key, { ...line, importId: '' }])),
        }));
      },
    },
  }));
}

function forgetQueueing(engines: Engines): Engines {
  return withStores(engines, ({ imports }) => ({
    imports: {
      ...imports,
      async get(ref) {
        const { queued_at, ...item } = (await imports.get(ref)) ?? {};
        return 'import_id' in item ? item : undefined;
      },
    },
  }));
}

export const SABOTAGES: readonly Sabotage[] = [
  {
    drill: 'consumer-killed',
    what: 'a receipt does not keep a chunk from being committed again',
    complaint: /counts/,
    spoil: dropReceiptCondition,
  },
  {
    drill: 'delivered-twice',
    what: 'a receipt does not keep a chunk from being committed again',
    complaint: /counts/,
    spoil: dropReceiptCondition,
  },
  {
    drill: 'shuffled',
    what: 'stored lines do not record which import wrote them',
    complaint: /^line /,
    spoil: forgetImports,
  },
  {
    drill: 'engine-faults',
    what: 'a conflict is treated as a success',
    complaint: /counts/,
    seed: 5,
    spoil: takeConflictForSuccess,
  },
  {
    drill: 'partial-sends',
    what: 'chunks that could not be queued are not counted',
    complaint: /counts/,
    seed: 2,
    spoil: bookNothing,
  },
  {
    drill: 'poison-row',
    what: 'a dead letter is stored without its reason',
    complaint: /the letter says/,
    spoil: (engines) =>
      withFiles(engines, ({ deadLetters }) => ({
        deadLetters: {
          ...deadLetters,
          keepOfImport: (ref, name, letter) => deadLetters.keepOfImport(ref, name, { ...letter, reason: '' }),
        },
      })),
  },
  {
    drill: 'poison-message',
    what: 'an unreadable message is dropped',
    complaint: /expected \/not JSON/,
    spoil: (engines) =>
      withFiles(engines, ({ deadLetters }) => ({
        deadLetters: { ...deadLetters, keepUnreadable: async () => {} },
      })),
  },
  {
    drill: 'storage-cap',
    what: 'row counters have no limit',
    complaint: /the cap is/,
    spoil: (engines) =>
      withCommit(engines, (commit, request) => commit({ ...request, maxStoredRows: 1_000_000 })),
  },
  {
    drill: 'crash-before-queueing',
    what: 'lost chunks are not counted',
    complaint: /counts/,
    seed: 5,
    spoil: bookNothing,
  },
  {
    drill: 'two-writers',
    what: 'the versions of stored orders are not compared',
    complaint: /^(line|value) |counters say/,
    spoil: overwriteNewerVersions,
  },
  {
    drill: 'reconciler-alive',
    what: 'the reconciler treats queued imports as unqueued',
    complaint: /rows failed, expected 0/,
    seed: 4,
    spoil: forgetQueueing,
  },
  {
    drill: 'erased',
    what: 'writers do not check for erasures',
    complaint: /is there|stored are/,
    spoil: (engines) =>
      withStores(engines, ({ erasures }) => ({ erasures: { ...erasures, mark: async () => undefined } })),
  },
  {
    drill: 'shop-events',
    what: 'a repeated event is not recognised',
    complaint: /imports exist/,
    spoil: (engines) =>
      withStores(engines, ({ records }) => ({
        records: {
          ...records,
          claim: async (_ref, { workId }) => ({ state: 'claimed', started: { id: workId, resumes: false } }),
        },
      })),
  },
  {
    drill: 'extracts',
    what: 'an extract replaces whatever is stored',
    complaint: /survives/,
    spoil: (engines) =>
      withFiles(engines, ({ extracts }) => ({
        extracts: {
          ...extracts,
          keep: async (dataset, bytes, state) =>
            extracts.keep(dataset, bytes, state, await extracts.find(dataset)),
        },
      })),
  },
  {
    drill: 'redrive',
    what: 'counts are not recalculated',
    complaint: /rows failed, expected 0/,
    spoil: (engines) =>
      withStores(engines, ({ imports }) => ({ imports: { ...imports, recount: async () => true } })),
  },
];
