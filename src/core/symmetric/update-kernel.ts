// The one inner loop of the inverse, as a WebAssembly module of SIMD instructions: C −= W·Uᵀ on tiles of 4 × 4 doubles.
// Lanes are added one after the other, as in a loop over numbers, so that every machine gets the same bits.
import {
  advance,
  assemble,
  get,
  I32,
  I32_ADD,
  I32_BELOW,
  I32_SUB,
  integer,
  type KernelFunction,
  type KernelMemory,
  load,
  loadSplat,
  repeat,
  set,
  simd,
  store,
  tee,
  V128,
} from '../kernels/assembler.ts';

/** Columns that one update takes: W is 4 × DEPTH, row by row; U is DEPTH × 4 for each tile, one tile after the other. */
export const DEPTH = 128;
export const TILE = 4;

export interface UpdateKernel {
  readonly memory: KernelMemory;
  /** Addresses in bytes. `c`: of the first tile, whose rows are `stride` bytes apart; `tiles` of them beside each other. */
  readonly update: (c: number, stride: number, w: number, u: number, tiles: number) => void;
}

/** With a memory of at least so many bytes, all zero. */
export function updateKernel(bytes: number): UpdateKernel {
  const { memory, exports } = assemble({ update: updateFunction() }, bytes);
  return { memory, update: exports.update };
}

const F64X2_ADD = simd(0xf0);
const F64X2_SUB = simd(0xf1);
const F64X2_MUL = simd(0xf2);
/** Of two zeros. */
const V128_ZERO = [...simd(0x0c), ...Array<number>(16).fill(0)];

const [C, STRIDE, W, U, TILES, STEP, ROW] = [0, 1, 2, 3, 4, 5, 6];
const PARAMETERS = 5;
const INTEGERS = 2;
/** Per row of the tile, two sums of two lanes each; then two lanes pairs of U, and one value of W twice. */
const SUM = PARAMETERS + INTEGERS;
const SUMS = TILE * 2;
const [U_LOW, U_HIGH, W_TWICE] = [SUM + SUMS, SUM + SUMS + 1, SUM + SUMS + 2];
const sums = Array.from({ length: SUMS }, (_, at) => SUM + at);
const rows = Array.from({ length: TILE }, (_, row) => row);
const BYTES = 8;
/** Columns that are taken in one turn of the inner loop. */
const UNROLLED = 4;

function updateFunction(): KernelFunction {
  const addColumn = (column: number): number[] => [
    ...[...get(U), ...load(column * TILE * BYTES), ...set(U_LOW)],
    ...[...get(U), ...load(column * TILE * BYTES + 16), ...set(U_HIGH)],
    ...rows.flatMap((row) => [
      ...[...get(STEP), ...loadSplat((row * DEPTH + column) * BYTES), ...set(W_TWICE)],
      ...addProduct(SUM + 2 * row, U_LOW),
      ...addProduct(SUM + 2 * row + 1, U_HIGH),
    ]),
  ];
  const addProduct = (sum: number, lanes: number): number[] => [
    ...get(sum),
    ...[...get(W_TWICE), ...get(lanes), ...F64X2_MUL],
    ...[...F64X2_ADD, ...set(sum)],
  ];
  const subtract = (row: number): number[] => [
    ...[...get(ROW), ...get(ROW), ...load(0), ...get(SUM + 2 * row), ...F64X2_SUB, ...store(0)],
    ...[...get(ROW), ...get(ROW), ...load(16), ...get(SUM + 2 * row + 1), ...F64X2_SUB, ...store(16)],
    ...[...get(ROW), ...get(STRIDE), I32_ADD, ...set(ROW)],
  ];
  const inner = repeat(
    ...Array.from({ length: UNROLLED }, (_, column) => addColumn(column)).flat(),
    ...advance(U, UNROLLED * TILE * BYTES),
    ...advance(STEP, UNROLLED * BYTES),
    // Until STEP is at the end of the first row of W.
    ...[...get(STEP), ...get(W), I32_SUB, ...integer(DEPTH * BYTES), I32_BELOW],
  );
  return {
    parameters: Array<number>(PARAMETERS).fill(I32),
    results: [],
    locals: [...Array<number>(INTEGERS).fill(I32), ...Array<number>(SUMS + 3).fill(V128)],
    body: repeat(
      ...sums.flatMap((sum) => [...V128_ZERO, ...set(sum)]),
      ...[...get(W), ...set(STEP)],
      ...inner,
      ...[...get(C), ...set(ROW)],
      ...rows.flatMap(subtract),
      ...advance(C, TILE * BYTES),
      ...[...get(TILES), ...integer(1), I32_SUB, ...tee(TILES)],
    ),
  };
}
