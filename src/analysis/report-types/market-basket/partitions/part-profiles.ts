// Computes profiles of products of more orders than one function holds: each partition counts the orders of its
// customers, product by product, and sends them to the partition that joins their block
// (src/analysis/product-profiles/profile-blocks.ts). Blocks travel with those of the pairs behind recommendations, if
// the report serves them.

import type { MbaSettings } from '../../../../contract/report-types/market-basket/settings.ts';
import {
  type PackedColumn,
  packColumns,
  type UnpackedColumns,
  unpackColumns,
} from '../../../extract/packed-columns.ts';
import { joinProfiles } from '../../../product-profiles/joined-profiles.ts';
import {
  type OrderSequences,
  type OrderSizes,
  spellItems,
} from '../../../product-profiles/order-sequences.ts';
import { MAX_PROFILE_WORK, type ProductProfiles } from '../../../product-profiles/product-profiles.ts';
import {
  listProfileBlocks,
  type ProfileBlocksJoin,
  type ProfileCutting,
} from '../../../product-profiles/profile-blocks.ts';
import { findLargestOrder, type ProfileSurvey } from '../../../product-profiles/profile-survey.ts';

/** Typical size of the number of an item, orders and customers. */
const BYTES_PER_PAIR = 5;

export interface ProfilesKnown extends ProfileCutting {
  /** Sizes of all orders. */
  readonly sizes: OrderSizes;
}

/**
 * `firstItems`: items of the first level. `blocks` is a multiple of the number of partitions, and at least
 * `leastBlocks`.
 */
export function planProfiles(
  survey: ProfileSurvey,
  firstItems: readonly string[],
  settings: MbaSettings,
  parts: number,
  { blockBytes, leastBlocks }: { readonly blockBytes: number; readonly leastBlocks: number },
): ProfilesKnown {
  const largestOrder = findLargestOrder(survey, MAX_PROFILE_WORK);
  const sum = (bySize: Float64Array): number =>
    bySize.reduce((all, count, size) => (size > largestOrder ? all : all + count), 0);
  const bytes = 2 * sum(survey.work) * BYTES_PER_PAIR;
  const most = Math.ceil(firstItems.length / parts);
  const wanted = parts * Math.max(1, Math.min(most, Math.ceil(bytes / blockBytes / parts)));
  return {
    items: spellItems(firstItems, settings),
    sizes: survey.sizes,
    pairs: sum(survey.pairs),
    largestOrder,
    blocks: Math.max(wanted, leastBlocks),
  };
}

/** `pairs`: as many blocks of recommendations; undefined if none are served. */
export function* sendProfiles(
  sequences: OrderSequences,
  known: ProfilesKnown,
  pairs: Iterator<Uint8Array> | undefined,
): Generator<Uint8Array> {
  for (const profiles of listProfileBlocks(sequences, known)) {
    const { value } = pairs?.next() ?? {};
    yield packColumns({
      profiles,
      ...(value instanceof Uint8Array && { pairs: value }),
    });
  }
}

/** `numbers`: of the received blocks, in their sequence. Yields the pairs of each, and adds its profiles. */
export function* withoutProfiles(
  received: Iterable<readonly Uint8Array[]>,
  numbers: readonly number[],
  join: ProfileBlocksJoin,
): Generator<readonly Uint8Array[]> {
  let at = 0;
  for (const runs of received) {
    const columns = runs.map(unpackColumns);
    const block = numbers[at++];
    if (block === undefined) break;
    join.add(
      block,
      columns.map((run) => run.bytes('profiles')),
    );
    yield columns.flatMap((run) => (run.has('pairs') ? [run.bytes('pairs')] : []));
  }
  if (at !== numbers.length) throw new Error(`expected ${numbers.length} blocks of profiles, received ${at}`);
}

export function joinPartProfiles(found: readonly Uint8Array[], known: ProfilesKnown): ProductProfiles {
  return joinProfiles(found, known, known.sizes);
}

interface ProfilesHead extends Pick<ProfilesKnown, 'blocks' | 'pairs' | 'sizes'> {
  /** Null: infinite. */
  readonly largestOrder: number | null;
}

export function packProfiles({
  items,
  largestOrder,
  blocks,
  pairs,
  sizes,
}: ProfilesKnown): Record<string, PackedColumn> {
  const largest = Number.isFinite(largestOrder) ? largestOrder : null;
  const head: ProfilesHead = { blocks, pairs, sizes, largestOrder: largest };
  return {
    profiles: [JSON.stringify(head)],
    profiledItems: items,
  };
}

/** Undefined if the report requests no profiles. */
export function readProfiles(columns: UnpackedColumns): ProfilesKnown | undefined {
  if (!columns.has('profiles')) return undefined;
  const [text = ''] = columns.texts('profiles');
  const { largestOrder, ...head }: ProfilesHead = JSON.parse(text);
  return {
    ...head,
    items: columns.texts('profiledItems'),
    largestOrder: largestOrder ?? Number.POSITIVE_INFINITY,
  };
}
