// Files of a report in partitions that one function writes and another one reads: compressed and covered by a checksum, so that
// what is missing, incomplete, changed or of another version fails the step instead of the report's figures.
import * as v from 'valibot';
import { ExtractUnreadableError } from '../../../analysis/extract/extract-error.ts';
import {
  compressSection,
  decodeSection,
  decodeSectionsHead,
  encodeSections,
  type SectionFormat,
} from '../../../analysis/extract/sections.ts';
import { measure } from '../../observability/metrics.ts';
import { PartitionFileError, type PartitionFiles } from '../partition-files.ts';
import type { ReportKey } from '../report-item.ts';

type Readable = Pick<PartitionFiles, 'get'>;
type Writable = Pick<PartitionFiles, 'put'>;

/** The same files; what a function of the workflow writes is counted. */
export function withMeasuredBytes(files: PartitionFiles): PartitionFiles {
  return {
    ...files,
    async put(report, path, bytes) {
      await files.put(report, path, bytes);
      measure('PartitionBytes', bytes.length);
    },
  };
}

export function writeSealed(files: Writable, report: ReportKey, path: string, bytes: Uint8Array) {
  return files.put(report, path, seal(bytes));
}

/** Throws PartitionFileError. */
export async function readSealed(files: Readable, report: ReportKey, path: string): Promise<Uint8Array> {
  const bytes = await files.get(report, path);
  return withFileName(path, () => unseal(bytes));
}

export function writeJson(files: Writable, report: ReportKey, path: string, value: object) {
  return files.put(report, path, seal(new TextEncoder().encode(JSON.stringify(value))));
}

/** Throws PartitionFileError. */
export async function readJson<S extends v.GenericSchema>(
  files: Readable,
  report: ReportKey,
  path: string,
  schema: S,
): Promise<v.InferOutput<S>> {
  const bytes = await files.get(report, path);
  return withFileName(path, () => v.parse(schema, JSON.parse(new TextDecoder().decode(unseal(bytes)))));
}

/** An ExtractUnreadableError becomes a PartitionFileError that says which file is meant. */
export function withFileName<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ExtractUnreadableError)) throw error;
    throw new PartitionFileError(`${path}: ${error.message}`, { cause: error });
  }
}

/** "OAPS", little-endian. The version is raised with every change of what one function writes and another one reads. */
const FORMAT: SectionFormat = { magic: 0x5350414f, version: 12 };

export function seal(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return encodeSections(FORMAT, {}, [compressSection(bytes)]);
}

/** What was sealed. Throws ExtractUnreadableError. */
export function unseal(sealed: Uint8Array): Uint8Array {
  const [place] = decodeSectionsHead(FORMAT, sealed).sections;
  const section = place === undefined ? new Uint8Array() : sealed.subarray(place.at, place.at + place.bytes);
  return decodeSection(section, place ?? { at: 0, bytes: 0, rawBytes: 0, checksum: -1 }, 0);
}

/** Work on so many objects of S3 at once. */
const AT_ONCE = 8;

/** The results in the sequence of the items. */
export async function runAtOnce<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array(items.length);
  const pending = items.entries();
  const runWorker = async (): Promise<void> => {
    for (const [at, item] of pending) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runWorker));
  return results;
}
