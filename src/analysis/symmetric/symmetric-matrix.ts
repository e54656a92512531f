// Inverts a symmetric positive definite matrix in place, by sweeping blocks of columns (Goodnight 1979): as many
// multiplications as with Cholesky, n³ / 2, in one kind of loop. The same cells give the same bits on every machine.
import { createUpdateKernel, DEPTH, TILE, type UpdateKernel } from './update-kernel.ts';

const BYTES = 8;
/** Columns updated before the next rows: their part of the panel stays in the second-level cache. */
const AT_ONCE = 256;

export class SymmetricMatrix {
  readonly size: number;
  /** Length of a row in cells: the size rounded up. */
  readonly stride: number;
  /** Row by row. Only those on and below the diagonal are read. */
  readonly cells: Float64Array;
  private readonly kernel: UpdateKernel;
  /** The swept columns: row by row, in tiles of four rows, and multiplied by the pivot's inverse. */
  private readonly panel: Float64Array;
  private readonly tiled: Float64Array;
  private readonly scaled: Float64Array;
  /** The negative inverse of the block on the diagonal, and the same in tiles. */
  private readonly pivot = new Float64Array(DEPTH * DEPTH);
  private readonly tiledPivot: Float64Array;

  constructor(size: number) {
    this.size = size;
    this.stride = Math.ceil(size / DEPTH) * DEPTH;
    const { stride } = this;
    const lengths = [stride * stride, stride * DEPTH, stride * DEPTH, stride * DEPTH, DEPTH * DEPTH];
    this.kernel = createUpdateKernel(BYTES * lengths.reduce((sum, length) => sum + length, 0));
    const { buffer } = this.kernel.memory;
    let at = 0;
    const [cells, panel, tiled, scaled, tiledPivot] = lengths.map((length) => {
      const part = new Float64Array(buffer, at, length);
      at += part.byteLength;
      return part;
    });
    this.cells = cells;
    this.panel = panel;
    this.tiled = tiled;
    this.scaled = scaled;
    this.tiledPivot = tiledPivot;
  }

  /** Replaces all cells with those of the inverse. Throws RangeError unless the matrix is positive definite. */
  invert(): void {
    const { size, stride, cells } = this;
    // The padding is an identity matrix of its own.
    for (let at = size; at < stride; at++) cells[at * stride + at] = 1;
    for (let first = 0; first < stride; first += DEPTH) this.sweep(first);
    for (let row = 0; row < size; row++) {
      for (let column = 0; column <= row; column++) {
        const cell = -cells[row * stride + column];
        cells[row * stride + column] = cell;
        cells[column * stride + row] = cell;
      }
    }
  }

  private sweep(first: number): void {
    const { stride, kernel, cells, panel, tiled, scaled, pivot, tiledPivot } = this;
    this.takePanel(first);
    toTiles(panel, tiled, stride);
    computeNegativeInverse(panel.subarray(first * DEPTH, (first + DEPTH) * DEPTH), pivot);
    toTiles(pivot, tiledPivot, DEPTH);
    // Starting at zero, each row of the panel times the negative pivot is subtracted.
    scaled.fill(0);
    const rowBytes = DEPTH * BYTES;
    for (let row = 0; row < stride; row += TILE) {
      const [to, from] = [scaled.byteOffset + row * rowBytes, panel.byteOffset + row * rowBytes];
      kernel.update(to, rowBytes, from, tiledPivot.byteOffset, DEPTH / TILE);
    }
    for (let column = 0; column < stride; column += AT_ONCE) {
      for (let row = column; row < stride; row += TILE) {
        const columns = Math.min(AT_ONCE, row + TILE - column);
        kernel.update(
          cells.byteOffset + (row * stride + column) * BYTES,
          stride * BYTES,
          scaled.byteOffset + row * rowBytes,
          tiled.byteOffset + column * rowBytes,
          columns / TILE,
        );
      }
    }
    this.putPanel(first);
  }

  /** Reads the columns of a block; those above it come from below the diagonal. */
  private takePanel(first: number): void {
    const { stride, cells, panel } = this;
    for (let column = 0; column < DEPTH; column++) {
      const from = (first + column) * stride;
      for (let row = 0; row < first + column; row++) panel[row * DEPTH + column] = cells[from + row];
    }
    for (let row = first; row < stride; row++) {
      const last = Math.min(DEPTH, row - first + 1);
      const from = row * stride + first;
      for (let column = 0; column < last; column++) panel[row * DEPTH + column] = cells[from + column];
    }
  }

  /** Writes the swept columns of the block: those of the panel times the pivot, and the negative pivot. */
  private putPanel(first: number): void {
    const { stride, cells, scaled, pivot } = this;
    for (let column = 0; column < DEPTH; column++) {
      const to = (first + column) * stride;
      for (let row = 0; row < first; row++) cells[to + row] = scaled[row * DEPTH + column];
      for (let row = 0; row <= column; row++) cells[to + first + row] = pivot[column * DEPTH + row];
    }
    for (let row = first + DEPTH; row < stride; row++) {
      cells.set(scaled.subarray(row * DEPTH, (row + 1) * DEPTH), row * stride + first);
    }
  }
}

/** Converts rows of DEPTH cells: of each four rows, cell by cell. */
function toTiles(rows: Float64Array, tiles: Float64Array, count: number): void {
  for (let row = 0; row < count; row++) {
    const to = (row - (row % TILE)) * DEPTH + (row % TILE);
    for (let cell = 0; cell < DEPTH; cell++) tiles[to + cell * TILE] = rows[row * DEPTH + cell];
  }
}

/** Inverts a block of DEPTH × DEPTH cells, by sweeping one column after the other. */
function computeNegativeInverse(block: Float64Array, into: Float64Array): void {
  into.set(block);
  for (let at = 0; at < DEPTH; at++) {
    const diagonal = into[at * DEPTH + at];
    if (!(diagonal > 0))
      throw new RangeError(`expected a positive definite matrix, got a pivot of ${diagonal}`);
    const pivots = at * DEPTH;
    for (let first = 0; first < DEPTH * DEPTH; first += DEPTH) {
      if (first === pivots) continue;
      const swept = into[first + at];
      const factor = swept / diagonal;
      for (let column = 0; column < DEPTH; column++) into[first + column] -= factor * into[pivots + column];
      into[first + at] = swept;
    }
    for (let other = 0; other < DEPTH; other++) {
      if (other === at) continue;
      into[other * DEPTH + at] /= diagonal;
      into[at * DEPTH + other] = into[other * DEPTH + at];
    }
    into[at * DEPTH + at] = -1 / diagonal;
  }
}
