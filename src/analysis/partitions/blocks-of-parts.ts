// Blocks of one kind, of each partition one, in as few pieces of memory as there can be: pieces of a megabyte that are let go of
// between others that stay would be of no use to anything larger.
import { type UnpackedColumns, unpackColumns } from '../extract/packed-columns.ts';

/** Columns begin at multiples of it. */
const ALIGNMENT = 8;
/** Partitions are of about one size: there is room for so many times the first one. What is not written to takes no memory. */
const ROOM = 1.25;

export class BlocksOfParts {
  private readonly parts: number;
  private blocks: UnpackedColumns[] = [];
  private room = new Uint8Array(0);
  private used = 0;

  constructor(parts: number) {
    this.parts = parts;
  }

  /** A copy of them: the bytes, which may be among others, need not stay. What one function has gathered alone stays as it is. */
  add(columns: UnpackedColumns): void {
    if (this.parts === 1) {
      this.blocks.push(columns);
      return;
    }
    const bytes = columns.pack();
    const size = ALIGNMENT * Math.ceil(bytes.length / ALIGNMENT);
    if (this.used + size > this.room.length) {
      const left = Math.max(1, this.parts - this.blocks.length);
      this.room = new Uint8Array(left === 1 ? size : Math.ceil(ROOM * size * left));
      this.used = 0;
    }
    this.room.set(bytes, this.used);
    this.blocks.push(unpackColumns(this.room.subarray(this.used, this.used + bytes.length)));
    this.used += size;
  }

  /** Partition by partition. Nothing is held here afterwards. */
  take(): UnpackedColumns[] {
    const { blocks } = this;
    this.blocks = [];
    this.room = new Uint8Array(0);
    return blocks;
  }
}
