// Stores one block of each partition in as few buffers as possible: freed 1 MB pieces between others that stay would
// fragment memory.
import { type UnpackedColumns, unpackColumns } from '../extract/packed-columns.ts';

/** Columns begin at multiples of this number of bytes. */
const ALIGNMENT = 8;
/**
 * Room allocated, in multiples of the first partition: partitions are of about one size. Unwritten pages take no
 * memory.
 */
const ROOM = 1.25;

export class BlocksOfParts {
  private readonly parts: number;
  private blocks: UnpackedColumns[] = [];
  private room = new Uint8Array(0);
  private used = 0;

  constructor(parts: number) {
    this.parts = parts;
  }

  /**
   * Copies the columns, so that their bytes, which may be a part of a larger buffer, can be freed. The columns of a
   * single partition are kept without a copy.
   */
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

  /** Returns the columns partition by partition, and releases them here. */
  take(): UnpackedColumns[] {
    const { blocks } = this;
    this.blocks = [];
    this.room = new Uint8Array(0);
    return blocks;
  }
}
