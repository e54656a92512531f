// Stores the profiles of reports' products in S3, beside the reports' bodies:
// `profiles/<account>/<report_id>.bin`. One profile is read without the others, from its part of the file.
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  type S3Client,
} from '@aws-sdk/client-s3';
import { upload } from '../aws/upload.ts';
import type { ReportKey } from './report-item.ts';

/** A stored file: its version and its length in bytes. */
export interface StoredFile {
  readonly version: string | undefined;
  readonly bytes: number;
}

export function createProductProfileFiles(s3: S3Client, bucketName: string) {
  const locateObject = ({ accountId, reportId }: ReportKey) => ({
    Bucket: bucketName,
    Key: `profiles/${accountId}/${reportId}.bin`,
  });

  return {
    /** Replaces a file atomically. Pieces need to be valid only until the next one is taken. */
    async put(key: ReportKey, pieces: Iterable<Uint8Array>): Promise<void> {
      await upload(s3, locateObject(key), pieces);
    },

    /** Undefined if the report has none. */
    async find(key: ReportKey): Promise<StoredFile | undefined> {
      try {
        const { ETag, ContentLength = 0 } = await s3.send(new HeadObjectCommand(locateObject(key)));
        return { version: ETag, bytes: ContentLength };
      } catch (error) {
        if (error instanceof NotFound) return undefined;
        throw error;
      }
    },

    /** Bytes `from` to before `to` of that version. Undefined if an erasure has deleted it meanwhile. */
    async read(
      key: ReportKey,
      { version }: StoredFile,
      from: number,
      to: number,
    ): Promise<Uint8Array | undefined> {
      const Range = `bytes=${from}-${to - 1}`;
      try {
        const { Body } = await s3.send(
          new GetObjectCommand({ ...locateObject(key), Range, IfMatch: version }),
        );
        return await Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    /** Does nothing if there is none. */
    async remove(key: ReportKey): Promise<void> {
      await s3.send(new DeleteObjectCommand(locateObject(key)));
    },
  };
}
export type ProductProfileFiles = ReturnType<typeof createProductProfileFiles>;
