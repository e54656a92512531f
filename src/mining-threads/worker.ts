// The helper thread of a search: claims items like the main thread and sends back its part of the result.
import { type MessagePort, workerData } from 'node:worker_threads';
import { searchPart } from '../core/mining/search/frequent-itemsets.ts';
import type { PreparedSearch } from '../core/mining/search/prepared-search.ts';
import type { SearchLimits } from '../core/mining/search/search-progress.ts';
import { Claims } from './claims.ts';

export interface HelperTask {
  readonly prepared: PreparedSearch;
  readonly limits: SearchLimits;
  readonly claims: SharedArrayBuffer;
  readonly port: MessagePort;
}

const { prepared, limits, claims: shared, port }: HelperTask = workerData;
const claims = new Claims(prepared.ranked.productOf.length, shared);
const first = claims.next();
if (first !== undefined) {
  claims.begin();
  try {
    let pending: number | undefined = first;
    const part = searchPart(prepared, limits, () => {
      const item = pending ?? claims.next();
      pending = undefined;
      return item;
    });
    const { parents, items, supports, firsts, degrees } = part.trie;
    port.postMessage(part, [parents.buffer, items.buffer, supports.buffer, firsts.buffer, degrees.buffer]);
    claims.end(true);
  } catch {
    claims.end(false);
  }
}
