// The lists of reports' customers in S3: `customers/<account>/<report_id>.bin`, beside the report's body. Lists are not
// compressed, so that single columns can be read.
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { upload } from '../aws/upload.ts';
import type { ReportKey } from './report-item.ts';

/** `draft`: as computed, before it is compared with the earlier report's list. */
export const LIST_STAGES = ['draft', 'final'] as const;
export type ListStage = (typeof LIST_STAGES)[number];

/** A list was replaced or deleted while it was read, by an erasure. */
export class ListChangedError extends Error {
  override readonly name = 'ListChangedError';
}

export function createCustomerLists(s3: S3Client, bucketName: string) {
  const objectOf = ({ accountId, reportId }: ReportKey, stage: ListStage) => ({
    Bucket: bucketName,
    Key: `${stage === 'final' ? 'customers' : 'drafts'}/${accountId}/${reportId}.bin`,
  });

  return {
    /** Replaces a list at once: a reader gets all of the old one or all of the new one. */
    async put(key: ReportKey, stage: ListStage, bytes: Uint8Array): Promise<void> {
      await upload(s3, objectOf(key, stage), [bytes]);
    },

    /** Undefined if the report has no list. */
    async find(key: ReportKey, stage: ListStage): Promise<Uint8Array | undefined> {
      try {
        const { Body } = await s3.send(new GetObjectCommand(objectOf(key, stage)));
        return await Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    /** The version that is stored now, for `read`. Undefined if the report has no list. */
    async version(key: ReportKey): Promise<string | undefined> {
      try {
        return (await s3.send(new HeadObjectCommand(objectOf(key, 'final')))).ETag;
      } catch (error) {
        if (error instanceof NotFound) return undefined;
        throw error;
      }
    },

    /** Bytes `from` to `to` - 1, fewer at the end. Throws ListChangedError unless that version is still stored. */
    async read(key: ReportKey, version: string, from: number, to: number): Promise<Uint8Array> {
      if (to <= from) return new Uint8Array(0);
      try {
        const Range = `bytes=${from}-${to - 1}`;
        const { Body } = await s3.send(
          new GetObjectCommand({ ...objectOf(key, 'final'), Range, IfMatch: version }),
        );
        if (Body === undefined) throw new Error(`the customer list of report ${key.reportId} has no bytes`);
        return await Body.transformToByteArray();
      } catch (error) {
        const hasChanged =
          error instanceof NoSuchKey ||
          (error instanceof S3ServiceException && error.name === 'PreconditionFailed');
        throw hasChanged ? new ListChangedError(`the list of report ${key.reportId} has changed`) : error;
      }
    },

    /** Does nothing if there is none. */
    async remove(key: ReportKey, stage: ListStage): Promise<void> {
      await s3.send(new DeleteObjectCommand(objectOf(key, stage)));
    },
  };
}
export type CustomerLists = ReturnType<typeof createCustomerLists>;
