// Collects the shards of an extract while they are read, in any order. Gives up, and lets go of what it has, once a value
// has no exact place or there are too many lines.
import type { CodedLines } from '../orders/coded-lines.ts';
import { ContentsTally, type DatasetContents } from './contents-tally.ts';
import { encodeExtract } from './extract-file.ts';
import { type CompressedSection, compressSection } from './sections.ts';
import { createShardColumnsBuilder, type ShardColumnsBuilder } from './shard-columns.ts';

export class ExtractBuilder {
  private readonly shards: (CompressedSection | undefined)[];
  private readonly maxLines: number;
  private readonly tally = new ContentsTally();
  private lines = 0;
  private hasGivenUp = false;

  constructor(shardCount: number, maxLines: number) {
    this.shards = new Array<undefined>(shardCount).fill(undefined);
    this.maxLines = maxLines;
  }

  /** `lines`: those of the shard's orders, as they are put there. Undefined once it has given up. */
  openShard(lines: CodedLines): ShardColumnsBuilder | undefined {
    return this.hasGivenUp ? undefined : createShardColumnsBuilder(lines);
  }

  closeShard(index: number, shard: ShardColumnsBuilder): void {
    this.lines += shard.lineCount;
    const block = this.hasGivenUp || this.lines > this.maxLines ? undefined : shard.build();
    if (block === undefined) {
      this.hasGivenUp = true;
      this.shards.fill(undefined);
      return;
    }
    this.shards[index] = compressSection(block);
    this.tally.add(shard);
  }

  /** Of the shards that are there. */
  get contents(): DatasetContents {
    return this.tally.contents;
  }

  /** Undefined unless every shard is there. */
  encode(state: string): Uint8Array | undefined {
    const shards = this.shards.flatMap((shard) => shard ?? []);
    if (shards.length < this.shards.length) return undefined;
    return encodeExtract({ state, lines: this.lines }, shards);
  }
}
