// Files of a report in partitions, as one function writes and another one reads them: compressed and covered
// by a checksum, so that a missing, incomplete, changed or outdated file fails the step instead of distorting
// the report's figures.
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

/** Wraps the files and counts the bytes that functions of the workflow write. */
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

/** Turns an ExtractUnreadableError into a PartitionFileError that names the file. */
export function withFileName<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ExtractUnreadableError)) throw error;
    throw new PartitionFileError(`${path}: ${error.message}`, { cause: error });
  }
}

/** "OAPS", little-endian. Raise the version with every change of the files between functions. */
const FORMAT: SectionFormat = { magic: 0x5350414f, version: 12 };

export function seal(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return encodeSections(FORMAT, {}, [compressSection(bytes)]);
}

/** The sealed content. Throws ExtractUnreadableError. */
export function unseal(sealed: Uint8Array): Uint8Array {
  const [place] = decodeSectionsHead(FORMAT, sealed).sections;
  const section = place === undefined ? new Uint8Array() : sealed.subarray(place.at, place.at + place.bytes);
  return decodeSection(section, place ?? { at: 0, bytes: 0, rawBytes: 0, checksum: -1 }, 0);
}

/** Objects of S3 that are processed at once. */
const AT_ONCE = 8;

/** Returns the results in the sequence of the items. */
export async function runAtOnce<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array(items.length);
  const pending = items.entries();
  const runWorker = async (): Promise<void> => {
    for (const [at, item] of pending) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runWorker));
  return results;
}
