// The inverse multiplied by its matrix, across the sizes at which blocks and tiles begin.
import { describe, expect, it } from 'vitest';
import { SymmetricMatrix } from '../../../src/analysis/symmetric/symmetric-matrix.ts';
import { createRandom } from '../../../tools/harness/random/random.ts';

/** A few products of rows, and `ridge` on the diagonal. */
function someMatrix(size: number, ridge: number): number[][] {
  const random = createRandom(size);
  const factors = Array.from({ length: size }, () => Array.from({ length: 4 }, () => random() - 0.5));
  return factors.map((one, row) =>
    factors.map((other, column) =>
      one.reduce((sum, factor, at) => sum + factor * (other[at] ?? 0), row === column ? ridge : 0),
    ),
  );
}

function inverted(cells: readonly (readonly number[])[]): SymmetricMatrix {
  const matrix = new SymmetricMatrix(cells.length);
  for (const [row, own] of cells.entries()) matrix.cells.set(own.slice(0, row + 1), row * matrix.stride);
  matrix.invert();
  return matrix;
}

describe('the inverse', () => {
  it.each([1, 2, 5, 127, 128, 129, 260, 400])('of a matrix of %i rows gives one with it', (size) => {
    const cells = someMatrix(size, 0.5);
    const { cells: inverse, stride } = inverted(cells);
    for (let row = 0; row < size; row += Math.ceil(size / 9)) {
      for (let column = 0; column < size; column++) {
        const product = (cells[row] ?? []).reduce(
          (sum, cell, at) => sum + cell * (inverse[at * stride + column] ?? Number.NaN),
          0,
        );
        expect(Math.abs(product - (row === column ? 1 : 0))).toBeLessThan(1e-12);
      }
    }
  });

  it('is symmetric to the bit, and the same each time', () => {
    const cells = someMatrix(200, 0.1);
    const { cells: first, stride } = inverted(cells);
    expect(Buffer.from(inverted(cells).cells.slice().buffer)).toEqual(Buffer.from(first.slice().buffer));
    for (let row = 0; row < 200; row++)
      for (let column = 0; column < row; column++)
        expect(first[row * stride + column]).toBe(first[column * stride + row]);
  });

  it.each([
    ['with a zero on the diagonal', [[0]]],
    [
      'that is not positive definite',
      [
        [1, 2],
        [2, 1],
      ],
    ],
    ['with a cell that is no number', [[Number.NaN]]],
  ])('is refused of a matrix %s', (_which, cells) => {
    expect(() => inverted(cells)).toThrow(RangeError);
  });
});
