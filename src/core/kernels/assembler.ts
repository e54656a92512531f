// Modules of WebAssembly from their instructions, for inner loops over vectors, which JavaScript has no instructions for. Instructions and
// types by their bytes (WebAssembly 2.0, binary format).

export interface KernelMemory {
  readonly buffer: ArrayBuffer;
}

// Node has it; its types come with those of browsers.
declare const WebAssembly: {
  readonly Memory: new (limits: { readonly initial: number }) => KernelMemory;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (
    module: object,
    imports: { readonly env: { readonly memory: KernelMemory } },
  ) => { readonly exports: Readonly<Record<string, (...values: number[]) => number>> };
};

export interface KernelFunction {
  /** Types of the parameters, of what it returns, and of the locals, which are numbered on from the parameters. */
  readonly parameters: readonly number[];
  readonly results: readonly number[];
  readonly locals: readonly number[];
  readonly body: readonly number[];
}

export const [I32, V128] = [0x7f, 0x7b];
export const [I32_ADD, I32_SUB, I32_BELOW] = [0x6a, 0x6b, 0x49];
export const get = (local: number): number[] => [0x20, local];
export const set = (local: number): number[] => [0x21, local];
export const tee = (local: number): number[] => [0x22, local];
export const integer = (value: number): number[] => [0x41, ...signed(value)];
/** As long as its last value is not zero. */
export const repeat = (...body: readonly number[]): number[] => [0x03, 0x40, ...body, 0x0d, 0, 0x0b];
export const simd = (code: number): number[] => [0xfd, ...unsigned(code)];
/** Alignments are hints: 4 and 8 bytes. */
export const load = (offset: number): number[] => [...simd(0x00), 2, ...unsigned(offset)];
export const loadSplat = (offset: number): number[] => [...simd(0x0a), 3, ...unsigned(offset)];
export const store = (offset: number): number[] => [...simd(0x0b), 2, ...unsigned(offset)];
export const advance = (local: number, by: number): number[] => [
  ...[...get(local), ...integer(by), I32_ADD],
  ...set(local),
];

const PAGE_BYTES = 2 ** 16;

/** The functions by their names, with a memory of at least so many bytes, all zero. */
export function assemble<Name extends string>(
  functions: Readonly<Record<Name, KernelFunction>>,
  bytes: number,
): {
  readonly memory: KernelMemory;
  readonly exports: Readonly<Record<Name, (...values: number[]) => number>>;
} {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
  const module = new WebAssembly.Module(moduleBytes(functions));
  return { memory, exports: new WebAssembly.Instance(module, { env: { memory } }).exports };
}

function moduleBytes(functions: Readonly<Record<string, KernelFunction>>): Uint8Array<ArrayBuffer> {
  const all = Object.values(functions);
  const code = ({ locals, body }: KernelFunction): number[] =>
    sized([...list(locals.map((type) => [1, type])), ...body, 0x0b]);
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[
      1,
      ...sized(list(all.map(({ parameters, results }) => [0x60, ...sized(parameters), ...sized(results)]))),
    ],
    ...[2, ...sized(list([[...text('env'), ...text('memory'), 0x02, 0x00, 1]]))],
    ...[3, ...sized(list(all.map((_, at) => [at])))],
    ...[7, ...sized(list(Object.keys(functions).map((name, at) => [...text(name), 0x00, at])))],
    ...[10, ...sized(list(all.map(code)))],
  ]);
}

const sized = (content: readonly number[]): number[] => [...unsigned(content.length), ...content];
const list = (items: readonly (readonly number[])[]): number[] => [
  ...unsigned(items.length),
  ...items.flat(),
];
const text = (name: string): number[] => sized(Array.from(name, (each) => each.charCodeAt(0)));

/** LEB128. */
function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  return value < 64 ? [value] : [(value & 127) | 128, ...signed(value >>> 7)];
}
