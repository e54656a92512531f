// Stores files of reports that are computed in partitions, in S3 below `partitions/<account>/<report_id>/`:
// deleted at the end of the report, or after two days. No file is ever replaced: each run of a function
// writes below an id of its own, which the workflow passes on only if the run has succeeded.
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { OwnError } from '../../contract/errors/errors.ts';
import type { ReportKey } from './report-item.ts';

/** A file that another function of the report wrote is missing, incomplete, damaged or of another version. */
export class PartitionFileError extends OwnError {
  override readonly name = 'PartitionFileError';
}

const DELETES_AT_ONCE = 8;

export interface ByteRange {
  readonly at: number;
  readonly bytes: number;
}

export function createPartitionFiles(s3: S3Client, bucketName: string) {
  const toFolder = ({ accountId, reportId }: ReportKey): string => `partitions/${accountId}/${reportId}/`;

  return {
    async put(report: ReportKey, path: string, bytes: Uint8Array): Promise<void> {
      const Key = `${toFolder(report)}${path}`;
      await s3.send(new PutObjectCommand({ Bucket: bucketName, Key, Body: bytes }));
    },

    /** `range`: returns fewer bytes if the file ends earlier. Throws PartitionFileError. */
    async get(report: ReportKey, path: string, range?: ByteRange): Promise<Uint8Array> {
      if (range?.bytes === 0) return new Uint8Array();
      try {
        const { Body } = await s3.send(
          new GetObjectCommand({
            Bucket: bucketName,
            Key: `${toFolder(report)}${path}`,
            ...(range && { Range: `bytes=${range.at}-${range.at + range.bytes - 1}` }),
          }),
        );
        if (Body === undefined) throw new PartitionFileError(`${path} has no body`);
        return await Body.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) throw new PartitionFileError(`${path} is missing`);
        const endsBefore = error instanceof S3ServiceException && error.name === 'InvalidRange';
        if (endsBefore) throw new PartitionFileError(`${path} is incomplete`);
        throw error;
      }
    },

    /** Deletes all files of all runs of the report's functions. */
    async removeAll(report: ReportKey): Promise<void> {
      const pages = paginateListObjectsV2({ client: s3 }, { Bucket: bucketName, Prefix: toFolder(report) });
      for await (const { Contents = [] } of pages) {
        const pending = Contents.values();
        const runWorker = async (): Promise<void> => {
          for (const { Key } of pending) await s3.send(new DeleteObjectCommand({ Bucket: bucketName, Key }));
        };
        await Promise.all(Array.from({ length: DELETES_AT_ONCE }, runWorker));
      }
    },
  };
}
export type PartitionFiles = ReturnType<typeof createPartitionFiles>;
