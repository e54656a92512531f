// Files of a report in partitions that one function writes and another one reads: sealed, so that what is missing, damaged
// or of another version fails the step instead of the report's figures.
import * as v from 'valibot';
import { ExtractUnreadableError } from '../../core/extract/extract-error.ts';
import { seal, sealJson, unseal, unsealJson } from '../../core/partitions/sealed.ts';
import { measure } from '../../observability/metrics.ts';
import { PartitionFileError, type PartitionFiles } from '../../stores/reports/partition-files.ts';
import type { ReportKey } from '../../stores/reports/report-item.ts';

type Readable = Pick<PartitionFiles, 'get'>;
type Writable = Pick<PartitionFiles, 'put'>;

/** The same files; what a function of the workflow writes is counted. */
export function measuringBytes(files: PartitionFiles): PartitionFiles {
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
  return namingFile(path, () => unseal(bytes));
}

export function writeJson(files: Writable, report: ReportKey, path: string, value: object) {
  return files.put(report, path, sealJson(value));
}

/** Throws PartitionFileError. */
export async function readJson<S extends v.GenericSchema>(
  files: Readable,
  report: ReportKey,
  path: string,
  schema: S,
): Promise<v.InferOutput<S>> {
  const bytes = await files.get(report, path);
  return namingFile(path, () => v.parse(schema, unsealJson(bytes)));
}

/** An ExtractUnreadableError becomes a PartitionFileError that says which file is meant. */
export function namingFile<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ExtractUnreadableError)) throw error;
    throw new PartitionFileError(`${path}: ${error.message}`, { cause: error });
  }
}
