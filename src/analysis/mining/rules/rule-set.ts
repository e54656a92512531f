// Stores the basis of all rules of a report: its itemsets with their counts and, per itemset, the value of each of its
// products in the baskets that hold the whole set. Sums only, no single basket.

import type { RuleConstraints } from '../../../contract/report-types/market-basket/rule-params.ts';
import type { Chance } from '../rule-chance.ts';
import { ItemsetTrie, ItemsetWalk } from '../sets/itemset-trie.ts';
import type { PathValues } from './rule-search.ts';

interface RuleSetHead {
  readonly basketCount: number;
  readonly minConfidence: number;
  /** Values are in units of 10^-scale of the currency. */
  readonly scale: number;
  /** Itemsets with more items were not split into rules. */
  readonly longest: number;
  /** Rules found, and rules considered. */
  readonly ruleCount: number;
  readonly consideredCount: number;
  readonly chance: Chance;
  readonly constraints: RuleConstraints | undefined;
  /** The items of the trie, by rank. */
  readonly products: readonly string[];
}

export interface RuleSet extends RuleSetHead {
  readonly trie: ItemsetTrie;
  /** Sums by which rules are rated. */
  readonly values: StoredSums;
  /** Sums of the limbs of values that are too large for doubles; none if `values` are exact. */
  readonly limbs: readonly StoredSums[];
}

/** The sums of the products' values, itemset by itemset in the order of the walk. */
export class StoredSums implements PathValues {
  readonly sums = new Float64Array(32);
  private readonly start: Uint32Array;
  private readonly stored: Float64Array;

  /** `start`: per node, the index of its first sum. */
  constructor(start: Uint32Array, stored: Float64Array) {
    this.start = start;
    this.stored = stored;
  }

  enter(node: number, depth: number): void {
    const from = this.start[node];
    for (let i = 0; i <= depth; i++) this.sums[i] = this.stored[from + i];
  }
}

/** Per node, the index of its first sum, and the total number of sums. Single items have none: no rule needs them. */
export function locateSums(
  trie: ItemsetTrie,
  longest: number,
): { readonly start: Uint32Array; readonly total: number } {
  const start = new Uint32Array(trie.size);
  let total = 0;
  for (const walk = new ItemsetWalk(trie, longest); walk.advance(); ) {
    if (walk.depth === 0) continue;
    start[walk.node] = total;
    total += walk.depth + 1;
  }
  return { start, total };
}

// Encodes and decodes the file of a rule set: length of the head (4 bytes), the head as JSON, parents, items and
// supports of the trie's nodes, then sums of values itemset by itemset. The same rules give the same bytes, whichever
// search found them, because nodes are renumbered. The file is written and read in pieces: it can be as large as
// memory. Numbers are little-endian, the order of every platform on which Node runs functions.

const VERSION = 4;
/** Most sums stored, 1 GB: they fit beside the other columns in the memory of a function of 3 GB. */
const MAX_SUMS = 2 ** 27;
const PIECE = 2 ** 17;

/** JSON has no infinity and no undefined: infinities are null, and undefined fields are left out. */
interface FileHead extends Omit<RuleSetHead, 'longest'> {
  readonly version: number;
  readonly longest: number;
  /** Nodes of the trie, including the root. */
  readonly nodes: number;
  /** Sums of each layer; rules are rated by the first. */
  readonly sums: number;
  readonly layers: number;
}

interface RuleSetSource extends RuleSetHead {
  readonly trie: ItemsetTrie;
  /** The values by which rules are rated, and their limbs if the values are not exact. */
  readonly layers: readonly PathValues[];
}

/** The file in pieces, each valid until the next one is taken; undefined if it would be too large. */
export function encodeRuleSet({ trie, layers, ...head }: RuleSetSource): Iterable<Uint8Array> | undefined {
  const { total } = locateSums(trie, head.longest);
  if (total * layers.length > MAX_SUMS) return undefined;
  const file: FileHead = { ...head, version: VERSION, nodes: trie.size, sums: total, layers: layers.length };
  return writePieces(file, trie, layers);
}

function* writePieces(
  head: FileHead,
  trie: ItemsetTrie,
  layers: readonly PathValues[],
): Generator<Uint8Array> {
  const json = new TextEncoder().encode(JSON.stringify(head));
  yield toBytes(Uint32Array.of(json.length));
  yield json;
  const { nodes, parents } = renumberNodes(trie);
  const { items, supports } = trie.columns();
  for (let from = 0; from < parents.length; from += PIECE)
    yield toBytes(parents.subarray(from, from + PIECE));
  yield* writeInOrder(nodes, items);
  yield* writeInOrder(nodes, supports);
  for (const values of layers) yield* writeSums(trie, head.longest, values);
}

/** `nodes`: nodes of the trie by their number in the file; `parents`: the parents' numbers in the file. */
interface Renumbered {
  readonly nodes: Uint32Array;
  readonly parents: Uint32Array;
}

/** The children of a node have consecutive numbers; their descendants follow, child by child. */
function renumberNodes(trie: ItemsetTrie): Renumbered {
  const nodes = new Uint32Array(trie.size);
  const parents = new Uint32Array(trie.size);
  let next = 1;
  const placeBelow = (parent: number, number: number): void => {
    const degree = trie.getDegree(parent);
    const first = trie.getFirstChild(parent);
    const firstNumber = next;
    next += degree;
    for (let child = 0; child < degree; child++) {
      nodes[firstNumber + child] = first + child;
      parents[firstNumber + child] = number;
    }
    for (let child = 0; child < degree; child++) {
      if (trie.getDegree(first + child) > 0) placeBelow(first + child, firstNumber + child);
    }
  };
  placeBelow(0, 0);
  return { nodes, parents };
}

function* writeInOrder(nodes: Uint32Array, column: Uint32Array): Generator<Uint8Array> {
  const piece = new Uint32Array(Math.min(PIECE, nodes.length));
  for (let from = 0; from < nodes.length; from += PIECE) {
    const count = Math.min(PIECE, nodes.length - from);
    for (let at = 0; at < count; at++) piece[at] = column[nodes[from + at]];
    yield toBytes(piece.subarray(0, count));
  }
}

function* writeSums(trie: ItemsetTrie, longest: number, values: PathValues): Generator<Uint8Array> {
  const piece = new Float64Array(PIECE);
  let held = 0;
  for (const walk = new ItemsetWalk(trie, longest); walk.advance(); ) {
    values.enter(walk.node, walk.depth, walk.isParent);
    if (walk.depth === 0) continue;
    if (held + walk.depth + 1 > PIECE) {
      yield toBytes(piece.subarray(0, held));
      held = 0;
    }
    for (let i = 0; i <= walk.depth; i++) piece[held++] = values.sums[i];
  }
  yield toBytes(piece.subarray(0, held));
}

/** Throws for a file that `encodeRuleSet` did not write. */
export async function decodeRuleSet(file: AsyncIterable<Uint8Array>): Promise<RuleSet> {
  const reader = createReader(file);
  const length = new Uint32Array(1);
  await reader.fill(length);
  const json = new Uint8Array(length[0]);
  await reader.fill(json);
  const head: FileHead = JSON.parse(new TextDecoder().decode(json));
  if (head.version !== VERSION) throw new Error(`rule set: version ${head.version} is not known`);
  const [parents, items, supports] = Array.from({ length: 3 }, () => new Uint32Array(head.nodes));
  if (parents === undefined || items === undefined || supports === undefined) throw new Error('no columns');
  for (const column of [parents, items, supports]) await reader.fill(column);
  const trie = ItemsetTrie.fromNodes(parents, items, supports);
  const { start, total } = locateSums(trie, head.longest);
  if (total !== head.sums) throw new Error(`rule set: ${head.sums} sums where ${total} were expected`);
  const layers: StoredSums[] = [];
  for (let layer = 0; layer < head.layers; layer++) {
    const stored = new Float64Array(total);
    await reader.fill(stored);
    layers.push(new StoredSums(start, stored));
  }
  const [values, ...limbs] = layers;
  if (values === undefined) throw new Error('rule set: it has no sums');
  return { ...head, trie, values, limbs };
}

type Column = Uint8Array | Uint32Array | Float64Array;

function toBytes({ buffer, byteOffset, byteLength }: Column): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function createReader(file: AsyncIterable<Uint8Array>) {
  const pieces = file[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array(0);
  return {
    /** Reads the following bytes into the whole column. */
    async fill(column: Column): Promise<void> {
      const bytes = toBytes(column);
      for (let at = 0; at < bytes.length; ) {
        if (rest.length === 0) {
          const { value, done } = await pieces.next();
          if (done) throw new Error('rule set: the file ends too early');
          rest = value;
          continue;
        }
        const taken = rest.subarray(0, bytes.length - at);
        bytes.set(taken, at);
        at += taken.length;
        rest = rest.subarray(taken.length);
      }
    },
  };
}
