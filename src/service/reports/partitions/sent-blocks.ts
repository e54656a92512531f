// Blocks that the partitions of a report send to each other: some files per partition, of consecutive blocks,
// each sealed. The join lists them once all partitions have sent theirs, like all files for later steps.
import * as v from 'valibot';
import { PartitionFileError, type PartitionFiles } from '../partition-files.ts';
import type { ReportKey } from '../report-item.ts';
import { readJson, runAtOnce, seal, unseal, withFileName, writeJson } from './partition-objects.ts';

/** Bytes after which a file is written, so that the blocks are never in memory as a whole. */
const FILE_BYTES = 2 ** 27;

const sentFile = v.object({
  path: v.string(),
  /** Bytes of each block, in sequence. */
  blocks: v.array(v.number()),
});
/** Files of one partition, in sequence. */
export const sentFiles = v.array(sentFile);
export type SentFiles = v.InferOutput<typeof sentFiles>;

export function sumBytes(sent: SentFiles): number {
  return sent.flatMap(({ blocks }) => blocks).reduce((sum, bytes) => sum + bytes, 0);
}

/** Files by partition. */
const sentList = v.array(sentFiles);

const toSentListPath = (attempt: string): string => `${attempt}/sent`;

/** `name`: prefix of the files, which end with their number. */
export async function writeSent(
  files: Pick<PartitionFiles, 'put'>,
  report: ReportKey,
  name: string,
  sent: Iterable<Uint8Array>,
  fileBytes = FILE_BYTES,
): Promise<SentFiles> {
  const written: v.InferOutput<typeof sentFile>[] = [];
  let pending: Uint8Array[] = [];
  let bytes = 0;
  const write = async (): Promise<void> => {
    const path = `${name}-${written.length}`;
    written.push({ path, blocks: pending.map(({ length }) => length) });
    const file = Buffer.concat(pending);
    pending = [];
    bytes = 0;
    await files.put(report, path, file);
  };
  for (const block of sent) {
    const sealed = seal(block);
    pending.push(sealed);
    bytes += sealed.length;
    if (bytes >= fileBytes) await write();
  }
  if (pending.length > 0) await write();
  return written;
}

export function writeSentList(
  files: Pick<PartitionFiles, 'put'>,
  report: ReportKey,
  attempt: string,
  sent: readonly SentFiles[],
): Promise<void> {
  return writeJson(files, report, toSentListPath(attempt), sent);
}

export function readSentList(
  files: Pick<PartitionFiles, 'get'>,
  report: ReportKey,
  attempt: string,
): Promise<readonly SentFiles[]> {
  return readJson(files, report, toSentListPath(attempt), sentList);
}

interface SealedRun {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * The blocks that all partitions have sent to one: reads them before it returns, and unseals one block after
 * the other. Throws PartitionFileError.
 */
export async function readReceived(
  files: Pick<PartitionFiles, 'get'>,
  report: ReportKey,
  list: readonly SentFiles[],
  part: number,
): Promise<Iterable<readonly Uint8Array[]>> {
  const places = list.map(listPlaces);
  const blocks = places[0]?.length ?? 0;
  const other = places.find(({ length }) => length !== blocks);
  if (other !== undefined)
    throw new PartitionFileError(
      `${other[0]?.path ?? 'a partition'} has ${other.length} of ${blocks} blocks`,
    );
  const sealed: (readonly SealedRun[])[] = [];
  for (let block = part; block < blocks; block += list.length) {
    const runs = places.flatMap((of) => of[block] ?? []);
    sealed.push(
      await runAtOnce(runs, async ({ path, at, bytes }) => ({
        path,
        bytes: await files.get(report, path, { at, bytes }),
      })),
    );
  }
  return unsealBlocks(sealed);
}

function* unsealBlocks(blocks: (readonly SealedRun[])[]): Generator<readonly Uint8Array[]> {
  for (const runs of blocks.splice(0)) {
    yield runs.map(({ path, bytes }) => withFileName(path, () => unseal(bytes)));
  }
}

function listPlaces(
  sent: SentFiles,
): { readonly path: string; readonly at: number; readonly bytes: number }[] {
  return sent.flatMap(({ path, blocks }) => {
    let at = 0;
    return blocks.map((bytes) => {
      const place = { path, at, bytes };
      at += bytes;
      return place;
    });
  });
}
