// Files in the bucket that one function writes and another reads, maybe of the release before or after: one of each kind, as today's
// code writes it, and the versions that today's code reads. Without extracts, which are read from the orders again if they don't fit.
import { gunzipSync, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { decodeList } from '../../src/core/customer-lists/list-file.ts';
import { decodeRuleSet } from '../../src/core/mining/rules/rule-set-file.ts';
import { encodePartFile, readPartFile } from '../../src/core/partitions/part-file.ts';
import { seal, unseal } from '../../src/core/partitions/sealed.ts';
import { INDEX_BYTES, readIndex } from '../../src/core/product-profiles/profile-file.ts';
import { readDraft } from '../../src/reporting/report-body.ts';
import { createDeadLetters } from '../../src/stores/imports/dead-letters.ts';
import { orderItems } from '../reporting/order-items.ts';
import { createWorkflow, DATASET } from '../reporting/workflow-in-memory.ts';

/** As it is kept with a release. */
export interface FileKind {
  readonly version: number;
  /** Those that the release reads: its own, and others beside it. */
  readonly reads: readonly number[];
  /** Base64. */
  readonly sample: string;
}

interface Format {
  versionOf(file: Uint8Array): number;
  withVersion(file: Uint8Array, version: number): Uint8Array;
  /** Throws, or rejects, if it does not fit. */
  read(file: Uint8Array): unknown;
}

const words = (file: Uint8Array): DataView => new DataView(file.buffer, file.byteOffset, file.length);
/** `at`: of the version, from the end if negative. */
const bytes = (at: number, read: Format['read']): Format => ({
  versionOf: (file) => words(file).getUint32(at < 0 ? file.length + at : at, true),
  withVersion(file, version) {
    const changed = Uint8Array.from(file);
    words(changed).setUint32(at < 0 ? file.length + at : at, version, true);
    return changed;
  },
  read,
});

const json = (
  text: (file: Uint8Array) => string,
  pack: (text: string) => Uint8Array,
  read: Format['read'],
): Format => ({
  versionOf: (file) => Number(/"version":(\d+)/.exec(text(file))?.[1]),
  withVersion: (file, version) => pack(text(file).replace(/"version":\d/, `"version":${version}`)),
  read,
});

const s3 = new S3Client({ region: 'us-east-1' });
const bucket = mockClient(s3);
const letters = createDeadLetters(s3, 'bucket');

export const FORMATS: Readonly<Record<string, Format>> = {
  draft: json(
    (file) => gunzipSync(file).toString('utf8'),
    gzipSync,
    (file) =>
      readDraft({ get: async () => file }, { account_id: 'acc', report_id: 'r2', report_type: 'RFM' }),
  ),
  'dead letter': json(
    (file) => Buffer.from(file).toString('utf8'),
    (text) => Buffer.from(text),
    (file) => {
      const Body = { transformToString: async () => Buffer.from(file).toString('utf8') };
      bucket.on(GetObjectCommand).callsFake(() => ({ Body }));
      return letters.read('dead-letters/1');
    },
  ),
  'list of customers': bytes(4, decodeList),
  'rules of a report': json(
    (file) => Buffer.from(zstdDecompressSync(file)).toString('latin1'),
    (text) => zstdCompressSync(Buffer.from(text, 'latin1')),
    (file) =>
      decodeRuleSet(
        (async function* () {
          yield zstdDecompressSync(file);
        })(),
      ),
  ),
  'product profiles': bytes(-4, (file) => readIndex(file.subarray(-INDEX_BYTES))),
  'orders of a partition': bytes(4, readPartFile),
  'what a partition found': bytes(4, unseal),
};

/** Products are bought together in more ways than a report's body keeps rules. */
const PRODUCTS = ['Tea', 'Milk', 'Cup', 'Pot', 'Tin', 'Jam', 'Bun', 'Egg', 'Oat'];
const ORDERS = Array.from({ length: 30 }, (_, at) => ({
  order_id: `o${at}`,
  order_date: `2026-01-${String(1 + (at % 28)).padStart(2, '0')}T00:00:00Z`,
  customer_id: `c${at % 9}`,
  line_items: PRODUCTS.slice(0, at % 3 === 0 ? PRODUCTS.length : 1 + (at % 3)).map((product_name) => ({
    product_name,
    unit_price: 2,
    quantity: 1,
  })),
}));

async function samples(): Promise<Readonly<Record<string, Uint8Array | undefined>>> {
  const workflow = createWorkflow();
  workflow.setOrders(orderItems(DATASET, ORDERS));
  const rules = await workflow.finish('r1', {
    report_type: 'MBA',
    params: { min_support: 0.1, product_profiles: true, rules: { max_consequents: 8 } },
  });
  const segments = await workflow.finish('r2', { report_type: 'RFM' });
  let letter: Uint8Array | undefined;
  bucket.on(PutObjectCommand).callsFake(({ Body }) => {
    letter = Buffer.from(Body);
  });
  const kept_at = '2026-01-01T00:00:00.000Z';
  await letters.keepUnreadable('1', { reason: 'The message is not JSON.', kept_at, body: '{' });
  return {
    draft: segments.get('drafts/acc/r2.json.gz'),
    'dead letter': letter,
    'list of customers': segments.get('customers/acc/r2.bin'),
    'rules of a report': rules.get('rules/acc/r1.bin.zst'),
    'product profiles': rules.get('profiles/acc/r1.bin'),
    'orders of a partition': encodePartFile({
      orders: 0,
      lines: 0,
      newestDate: Number.NaN,
      scale: 1,
      parts: [],
    }),
    'what a partition found': seal(Buffer.from('found')),
  };
}

/** Undefined if today's code reads the file; otherwise why not. */
export async function refusal(kind: string, file: Uint8Array): Promise<string | undefined> {
  try {
    const format = FORMATS[kind];
    if (format === undefined) return 'no function reads it any more';
    await format.read(file);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export async function filesOfToday(): Promise<Record<string, FileKind>> {
  const written = await samples();
  const files: Record<string, FileKind> = {};
  for (const [kind, { versionOf, withVersion }] of Object.entries(FORMATS)) {
    const file = written[kind];
    if (file === undefined) throw new Error(`no sample of a ${kind} was written`);
    const version = versionOf(file);
    const reads: number[] = [];
    for (const beside of [version - 1, version, version + 1])
      if ((await refusal(kind, withVersion(file, beside))) === undefined) reads.push(beside);
    files[kind] = { version, reads, sample: Buffer.from(file).toString('base64') };
  }
  return files;
}
