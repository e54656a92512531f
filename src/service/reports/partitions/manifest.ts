// Lists the files that hold the orders of a report in partitions, the place of each partition in them, and
// figures of the whole. Written once, after all shards are extracted: files of abandoned runs are not in it.
import * as v from 'valibot';
import type { WholeDataset } from '../../../analysis/partitions/part-columns.ts';
import {
  describeWholeDataset,
  type PartFile,
  readPart,
  readPartFile,
  readPartHeadSize,
} from '../../../analysis/partitions/part-file.ts';
import { PartitionFileError, type PartitionFiles } from '../partition-files.ts';
import type { ReportKey } from '../report-item.ts';
import { readJson, runAtOnce, withFileName, writeJson } from './partition-objects.ts';

type Readable = Pick<PartitionFiles, 'get'>;

const manifest = v.object({
  parts: v.number(),
  /** Attempt that wrote the persons; missing without identity rules. */
  persons: v.optional(v.string()),
  heads: v.array(
    v.object({
      orders: v.number(),
      lines: v.number(),
      newestDate: v.nullable(v.number()),
      scale: v.number(),
    }),
  ),
  /** In the sequence of the orders. Each has its sections: [at, bytes, rawBytes, checksum] by partition. */
  files: v.array(
    v.object({
      path: v.string(),
      sections: v.array(v.tuple([v.number(), v.number(), v.number(), v.number()])),
    }),
  ),
});
type StoredManifest = v.InferOutput<typeof manifest>;

export interface Manifest extends Pick<StoredManifest, 'files' | 'persons'> {
  readonly whole: WholeDataset;
}

export const toManifestPath = (attempt: string): string => `${attempt}/manifest`;

/** Covers heads of up to a thousand partitions, mostly: others are read in two steps. */
const HEAD_BYTES = 64 * 1_024;

/** Reads the head of every file. Throws PartitionFileError. */
export async function writeManifest(
  files: Pick<PartitionFiles, 'get' | 'put'>,
  report: ReportKey,
  path: string,
  {
    parts,
    paths,
    persons,
  }: { readonly parts: number; readonly paths: readonly string[]; readonly persons: string | undefined },
): Promise<Manifest> {
  const read = await runAtOnce(paths, (file) => readHead(files, report, file));
  const wrong = read.findIndex(({ sections }) => sections.length !== parts);
  if (wrong !== -1) throw new PartitionFileError(`${paths[wrong]} is not of ${parts} partitions`);
  const stored: StoredManifest = {
    parts,
    ...(persons !== undefined && { persons }),
    heads: read.map(({ head: { orders, lines, newestDate, scale } }) => ({
      orders,
      lines,
      newestDate,
      scale,
    })),
    files: paths.map((file, i) => ({
      path: file,
      sections: (read[i]?.sections ?? []).map(({ at, bytes, rawBytes, checksum }) => [
        at,
        bytes,
        rawBytes,
        checksum,
      ]),
    })),
  };
  await writeJson(files, report, path, stored);
  return toManifest(stored);
}

/** Throws PartitionFileError. */
export async function readManifest(files: Readable, report: ReportKey, path: string): Promise<Manifest> {
  return toManifest(await readJson(files, report, path, manifest));
}

/** The orders of one partition, block by block in their sequence. Throws PartitionFileError. */
export function readBlocks(
  files: Readable,
  report: ReportKey,
  { files: all }: Pick<Manifest, 'files'>,
  part: number,
): Promise<Uint8Array[]> {
  return runAtOnce(all, async ({ path, sections }) => {
    const [at, size, rawBytes, checksum] = sections[part] ?? [0, 0, 0, 0];
    const bytes = await files.get(report, path, { at, bytes: size });
    return withFileName(path, () => readPart(bytes, { at, bytes: size, rawBytes, checksum }, part));
  });
}

function toManifest({ parts, heads, files, persons }: StoredManifest): Manifest {
  return { files, persons, whole: describeWholeDataset(heads, parts) };
}

async function readHead(files: Readable, report: ReportKey, path: string): Promise<PartFile> {
  const start = await files.get(report, path, { at: 0, bytes: HEAD_BYTES });
  const bytes = withFileName(path, () => readPartHeadSize(start));
  const head = bytes <= start.length ? start : await files.get(report, path, { at: 0, bytes });
  return withFileName(path, () => readPartFile(head));
}
