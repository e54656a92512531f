// The loops over all sizes of baskets that bounds of a side take, four sizes at once in single precision.
import {
  advance,
  assemble,
  F32,
  F32_ADD,
  get,
  I32,
  I32_BELOW,
  type KernelFunction,
  type KernelMemory,
  load,
  repeat,
  set,
  simd,
  single,
  store,
  storeSingle,
  tee,
  V128,
} from '../kernels/assembler.ts';

/** Numbers of a vector. Rows are filled up to a multiple of it with zeros. */
export const LANES = 4;
export const BYTES = 4;

/** More than single precision takes. */
export const SLACK = 1e-4;

/** Addresses in bytes of rows of singles, one for each size. */
export interface SideKernel {
  readonly memory: KernelMemory;
  /** Writes the products of two rows `into` a third one, of which the second ends at `end`; returns their sum, weighted by `baskets`. */
  readonly multiply: (one: number, other: number, end: number, into: number, baskets: number) => number;
  /** Writes the products v of two rows `into` a third one, of which the first ends at `end`, and the sums of baskets × v, × v² and × v × u. */
  readonly extend: (
    one: number,
    end: number,
    other: number,
    into: number,
    u: number,
    baskets: number,
    sums: number,
  ) => void;
  /** Writes the probabilities min(1, share × one + rest × other) `into` a row, of which the first row ends at `end`. */
  readonly mix: (one: number, other: number, end: number, into: number, share: number, rest: number) => void;
  /**
   * Of two rows p and q, writes the sums of max(0, baskets × p × q − crowded × p × (1 − p) × q × (1 − q)) and of baskets × p × q.
   */
  readonly meet: (p: number, q: number, end: number, baskets: number, crowded: number, into: number) => void;
}

/** With a memory of at least so many bytes. */
export function sideKernel(bytes: number): SideKernel {
  const { memory, exports } = assemble(
    { multiply: multiply(), extend: extend(), mix: mix(), meet: meet() },
    bytes,
  );
  return { memory, ...exports };
}

/** Numbers below what singles hold take a hundred times as long. */
const TINY = 1e-20;
const STEP = LANES * BYTES;
const splat = simd(0x13);
const plus = simd(0xe4);
const minus = simd(0xe5);
const times = simd(0xe6);
// As one instruction of the processor has them: none of the numbers is NaN.
const lesser = simd(0xea);
const greater = simd(0xeb);
const lane = (local: number, at: number): number[] => [...get(local), ...simd(0x1f), at];
const total = (local: number): number[] => [
  ...[...lane(local, 0), ...lane(local, 1), F32_ADD],
  ...[...lane(local, 2), F32_ADD, ...lane(local, 3), F32_ADD],
];

function multiply(): KernelFunction {
  const [one, other, end, into, baskets, tiny, product, sum] = [0, 1, 2, 3, 4, 5, 6, 7];
  return {
    parameters: [I32, I32, I32, I32, I32],
    results: [F32],
    locals: [V128, V128, V128],
    body: [
      ...[...single(TINY), ...splat, ...set(tiny)],
      ...repeat(
        ...[...get(into), ...get(one), ...load(0), ...get(other), ...load(0), ...times],
        ...[...get(tiny), ...plus, ...tee(product), ...store(0)],
        ...[...get(product), ...get(baskets), ...load(0), ...times, ...get(sum), ...plus, ...set(sum)],
        ...[one, other, into, baskets].flatMap((row) => advance(row, STEP)),
        ...[...get(other), ...get(end), I32_BELOW],
      ),
      ...total(sum),
    ],
  };
}

function mix(): KernelFunction {
  const [one, other, end, into, share, rest, shares, rests, ones] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  return {
    parameters: [I32, I32, I32, I32, F32, F32],
    results: [],
    locals: [V128, V128, V128],
    body: [
      ...[...get(share), ...splat, ...set(shares), ...get(rest), ...splat, ...set(rests)],
      ...[...single(1), ...splat, ...set(ones)],
      ...repeat(
        ...[...get(into), ...get(one), ...load(0), ...get(shares), ...times],
        ...[
          ...get(other),
          ...load(0),
          ...get(rests),
          ...times,
          ...plus,
          ...get(ones),
          ...lesser,
          ...store(0),
        ],
        ...[one, other, into].flatMap((row) => advance(row, STEP)),
        ...[...get(one), ...get(end), I32_BELOW],
      ),
    ],
  };
}

function extend(): KernelFunction {
  const [one, end, other, into, u, baskets, sums] = [0, 1, 2, 3, 4, 5, 6];
  const [tiny, product, inBaskets, sum, squares, mixed] = [7, 8, 9, 10, 11, 12];
  return {
    parameters: Array<number>(7).fill(I32),
    results: [],
    locals: Array<number>(6).fill(V128),
    body: [
      ...[...single(TINY), ...splat, ...set(tiny)],
      ...repeat(
        ...[...get(into), ...get(one), ...load(0), ...get(other), ...load(0), ...times],
        ...[...get(tiny), ...plus, ...tee(product), ...store(0)],
        ...[...get(product), ...get(baskets), ...load(0), ...times, ...tee(inBaskets)],
        ...[...get(sum), ...plus, ...set(sum)],
        ...[...get(inBaskets), ...get(product), ...times, ...get(squares), ...plus, ...set(squares)],
        ...[...get(inBaskets), ...get(u), ...load(0), ...times, ...get(mixed), ...plus, ...set(mixed)],
        ...[one, other, into, u, baskets].flatMap((row) => advance(row, STEP)),
        ...[...get(one), ...get(end), I32_BELOW],
      ),
      ...[sum, squares, mixed].flatMap((each, at) => [
        ...[...get(sums), ...total(each), ...storeSingle(at * BYTES)],
      ]),
    ],
  };
}

function meet(): KernelFunction {
  const [p, q, end, baskets, crowded, into] = [0, 1, 2, 3, 4, 5];
  const [both, inBaskets, ones, zeros, sum, all] = [6, 7, 8, 9, 10, 11];
  const without = (row: number): number[] => [...get(ones), ...get(row), ...load(0), ...minus];
  return {
    parameters: Array<number>(6).fill(I32),
    results: [],
    locals: Array<number>(6).fill(V128),
    body: [
      ...[...single(1), ...splat, ...set(ones)],
      ...repeat(
        ...[...get(p), ...load(0), ...get(q), ...load(0), ...times, ...tee(both)],
        ...[...get(baskets), ...load(0), ...times, ...tee(inBaskets), ...get(all), ...plus, ...set(all)],
        ...[...get(inBaskets), ...get(both), ...get(crowded), ...load(0), ...times],
        ...[...without(p), ...times, ...without(q), ...times, ...minus, ...get(zeros), ...greater],
        ...[...get(sum), ...plus, ...set(sum)],
        ...[p, q, baskets, crowded].flatMap((row) => advance(row, STEP)),
        ...[...get(p), ...get(end), I32_BELOW],
      ),
      ...[...get(into), ...total(sum), ...storeSingle(0)],
      ...[...get(into), ...total(all), ...storeSingle(BYTES)],
    ],
  };
}
