// Assembles WebAssembly modules from their instructions, for inner loops over vectors, for which JavaScript has no
// instructions. Instructions and types are given by their bytes (WebAssembly 2.0, binary format).

interface KernelMemory {
  readonly buffer: ArrayBuffer;
}

// Node provides WebAssembly; its types are part of the browsers' types.
declare const WebAssembly: {
  readonly Memory: new (limits: { readonly initial: number }) => KernelMemory;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (
    module: object,
    imports: { readonly env: { readonly memory: KernelMemory } },
  ) => { readonly exports: Readonly<Record<string, (...values: number[]) => number>> };
};

interface KernelFunction {
  /** Types of the parameters, of the results, and of the locals, whose numbers continue those of the parameters. */
  readonly parameters: readonly number[];
  readonly results: readonly number[];
  readonly locals: readonly number[];
  readonly body: readonly number[];
}

export const [I32, V128] = [0x7f, 0x7b];
export const [I32_ADD, I32_SUB, I32_BELOW] = [0x6a, 0x6b, 0x49];
const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
const encodeTee = (local: number): number[] => [0x22, local];
const encodeInteger = (value: number): number[] => [0x41, ...encodeSigned(value)];
/** Repeats while the last value of the body is not zero. */
const repeat = (...body: readonly number[]): number[] => [0x03, 0x40, ...body, 0x0d, 0, 0x0b];
const encodeSimd = (code: number): number[] => [0xfd, ...encodeUnsigned(code)];
/** Alignments are hints: 4 and 8 bytes. */
const load = (offset: number): number[] => [...encodeSimd(0x00), 2, ...encodeUnsigned(offset)];
const loadSplat = (offset: number): number[] => [...encodeSimd(0x0a), 3, ...encodeUnsigned(offset)];
const store = (offset: number): number[] => [...encodeSimd(0x0b), 2, ...encodeUnsigned(offset)];
const advance = (local: number, by: number): number[] => [
  ...[...get(local), ...encodeInteger(by), I32_ADD],
  ...set(local),
];

const PAGE_BYTES = 2 ** 16;

/** Assembles named functions, with a memory of at least this many bytes, all zero. */
function assemble<Name extends string>(
  functions: Readonly<Record<Name, KernelFunction>>,
  bytes: number,
): {
  readonly memory: KernelMemory;
  readonly exports: Readonly<Record<Name, (...values: number[]) => number>>;
} {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
  const module = new WebAssembly.Module(encodeModule(functions));
  return { memory, exports: new WebAssembly.Instance(module, { env: { memory } }).exports };
}

function encodeModule(functions: Readonly<Record<string, KernelFunction>>): Uint8Array<ArrayBuffer> {
  const all = Object.values(functions);
  const encodeCode = ({ locals, body }: KernelFunction): number[] =>
    encodeSized([...list(locals.map((type) => [1, type])), ...body, 0x0b]);
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[
      1,
      ...encodeSized(
        list(
          all.map(({ parameters, results }) => [0x60, ...encodeSized(parameters), ...encodeSized(results)]),
        ),
      ),
    ],
    ...[2, ...encodeSized(list([[...encodeText('env'), ...encodeText('memory'), 0x02, 0x00, 1]]))],
    ...[3, ...encodeSized(list(all.map((_, at) => [at])))],
    ...[7, ...encodeSized(list(Object.keys(functions).map((name, at) => [...encodeText(name), 0x00, at])))],
    ...[10, ...encodeSized(list(all.map(encodeCode)))],
  ]);
}

const encodeSized = (content: readonly number[]): number[] => [...encodeUnsigned(content.length), ...content];
const list = (items: readonly (readonly number[])[]): number[] => [
  ...encodeUnsigned(items.length),
  ...items.flat(),
];
const encodeText = (name: string): number[] => encodeSized(Array.from(name, (each) => each.charCodeAt(0)));

/** LEB128 encoding. */
function encodeUnsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...encodeUnsigned(value >>> 7)];
}

function encodeSigned(value: number): number[] {
  return value < 64 ? [value] : [(value & 127) | 128, ...encodeSigned(value >>> 7)];
}

// Implements the inner loop of the inverse as a WebAssembly module of SIMD instructions: C −= W·Uᵀ on tiles of 4 × 4
// doubles. Lanes are added one after the other, as in a loop over numbers, so that every machine computes the same
// bits.

/** Columns of one update: W is 4 × DEPTH, row by row; U is DEPTH × 4 for each tile, one tile after the other. */
export const DEPTH = 128;
export const TILE = 4;

export interface UpdateKernel {
  readonly memory: KernelMemory;
  /**
   * Addresses in bytes. `c`: the first tile, whose rows are `stride` bytes apart; `tiles`: number of adjacent tiles.
   */
  readonly update: (c: number, stride: number, w: number, u: number, tiles: number) => void;
}

/** Creates a kernel with a memory of at least this many bytes, all zero. */
export function createUpdateKernel(bytes: number): UpdateKernel {
  const { memory, exports } = assemble({ update: createUpdateFunction() }, bytes);
  return { memory, update: exports.update };
}

const F64X2_ADD = encodeSimd(0xf0);
const F64X2_SUB = encodeSimd(0xf1);
const F64X2_MUL = encodeSimd(0xf2);
/** A vector of two zeros. */
const V128_ZERO = [...encodeSimd(0x0c), ...Array<number>(16).fill(0)];

const [C, STRIDE, W, U, TILES, STEP, ROW] = [0, 1, 2, 3, 4, 5, 6];
const PARAMETERS = 5;
const INTEGERS = 2;
/** Locals: per row of the tile, two sums of two lanes each; then two pairs of lanes of U, and one value of W twice. */
const SUM = PARAMETERS + INTEGERS;
const SUMS = TILE * 2;
const [U_LOW, U_HIGH, W_TWICE] = [SUM + SUMS, SUM + SUMS + 1, SUM + SUMS + 2];
const sums = Array.from({ length: SUMS }, (_, at) => SUM + at);
const rows = Array.from({ length: TILE }, (_, row) => row);
const BYTES = 8;
/** Columns handled in one iteration of the inner loop. */
const UNROLLED = 4;

function createUpdateFunction(): KernelFunction {
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
    // Repeat until STEP is at the end of the first row of W.
    ...[...get(STEP), ...get(W), I32_SUB, ...encodeInteger(DEPTH * BYTES), I32_BELOW],
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
      ...[...get(TILES), ...encodeInteger(1), I32_SUB, ...encodeTee(TILES)],
    ),
  };
}
