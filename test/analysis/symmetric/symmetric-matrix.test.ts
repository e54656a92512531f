// Multiplies inverses by their matrices, at sizes around those at which blocks and tiles begin.
import { describe, expect, it } from 'vitest';
import { SymmetricMatrix } from '../../../src/analysis/symmetric/symmetric-matrix.ts';
import { createRandom } from '../../../tools/harness/random/random.ts';

/** Creates a matrix of rank 4 with `ridge` added to its diagonal. */
function createMatrix(size: number, ridge: number): number[][] {
  const random = createRandom(size);
  const factors = Array.from({ length: size }, () => Array.from({ length: 4 }, () => random() - 0.5));
  return factors.map((one, row) =>
    factors.map((other, column) =>
      one.reduce((sum, factor, at) => sum + factor * (other[at] ?? 0), row === column ? ridge : 0),
    ),
  );
}

function invert(cells: readonly (readonly number[])[]): SymmetricMatrix {
  const matrix = new SymmetricMatrix(cells.length);
  for (const [row, own] of cells.entries()) matrix.cells.set(own.slice(0, row + 1), row * matrix.stride);
  matrix.invert();
  return matrix;
}

describe('SymmetricMatrix.invert', () => {
  it.each([1, 2, 5, 127, 128, 129, 260, 400])(
    'returns an inverse whose product with a matrix of %i rows is the identity',
    (size) => {
      const cells = createMatrix(size, 0.5);
      const { cells: inverse, stride } = invert(cells);
      for (let row = 0; row < size; row += Math.ceil(size / 9)) {
        for (let column = 0; column < size; column++) {
          const product = (cells[row] ?? []).reduce(
            (sum, cell, at) => sum + cell * (inverse[at * stride + column] ?? Number.NaN),
            0,
          );
          expect(Math.abs(product - (row === column ? 1 : 0))).toBeLessThan(1e-12);
        }
      }
    },
  );

  it('returns an exactly symmetric inverse with the same bytes each time', () => {
    const cells = createMatrix(200, 0.1);
    const { cells: first, stride } = invert(cells);
    expect(Buffer.from(invert(cells).cells.slice().buffer)).toEqual(Buffer.from(first.slice().buffer));
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
    ['with a cell of NaN', [[Number.NaN]]],
  ])('refuses a matrix %s', (_which, cells) => {
    expect(() => invert(cells)).toThrow(RangeError);
  });
});
