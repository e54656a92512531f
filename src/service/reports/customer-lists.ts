// The lists of reports' customers in S3: `customers/<account>/<report_id>.bin`, beside the report's body. Lists are not
// compressed, so that single columns can be read. Those of audiences are stored in the same way.
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

/** `draft`: as computed, before the comparison with the earlier report's list. */
export const LIST_STAGES = ['draft', 'final'] as const;
export type ListStage = (typeof LIST_STAGES)[number];

/** The file's bytes at once, or in pieces that need to be valid only until the next one is taken. */
type ListFile = Uint8Array | Iterable<Uint8Array>;

/** An erasure replaced or deleted a list while it was read. */
export class ListChangedError extends Error {
  override readonly name = 'ListChangedError';
}

export function createCustomerLists(s3: S3Client, bucketName: string) {
  const toKey = ({ accountId, reportId }: ReportKey, stage: ListStage): string =>
    `${stage === 'final' ? 'customers' : 'drafts'}/${accountId}/${reportId}.bin`;
  const stages = {
    draft: createStoredLists(s3, bucketName, (of: ReportKey) => toKey(of, 'draft')),
    final: createStoredLists(s3, bucketName, (of: ReportKey) => toKey(of, 'final')),
  };

  return {
    /** Replaces a list at once: a reader gets all of the old one or all of the new one. */
    put: (key: ReportKey, stage: ListStage, file: ListFile) => stages[stage].put(key, file),

    /** Undefined if the report has no list. */
    find: (key: ReportKey, stage: ListStage) => stages[stage].find(key),

    version: stages.final.version,
    read: stages.final.read,

    /** Does nothing if there is none. */
    async remove(key: ReportKey, stage: ListStage): Promise<void> {
      await s3.send(new DeleteObjectCommand({ Bucket: bucketName, Key: toKey(key, stage) }));
    },
  };
}
export type CustomerLists = ReturnType<typeof createCustomerLists>;

/** Lists of customers by owner, such as a report or an audience. */
export function createStoredLists<Of>(s3: S3Client, Bucket: string, toPath: (of: Of) => string) {
  return {
    async put(of: Of, file: ListFile): Promise<void> {
      await upload(s3, { Bucket, Key: toPath(of) }, file instanceof Uint8Array ? [file] : file);
    },

    /** Undefined if there is none. */
    async find(of: Of): Promise<Uint8Array | undefined> {
      try {
        const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: toPath(of) }));
        return await Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    /** The currently stored version, for `read`. Undefined if there is none. */
    async version(of: Of): Promise<string | undefined> {
      try {
        return (await s3.send(new HeadObjectCommand({ Bucket, Key: toPath(of) }))).ETag;
      } catch (error) {
        if (error instanceof NotFound) return undefined;
        throw error;
      }
    },

    /**
     * Bytes `from` to `to` - 1, fewer at the end. Throws ListChangedError unless that version is still
     * stored.
     */
    async read(of: Of, version: string, from: number, to: number): Promise<Uint8Array> {
      if (to <= from) return new Uint8Array(0);
      const Key = toPath(of);
      try {
        const Range = `bytes=${from}-${to - 1}`;
        const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key, Range, IfMatch: version }));
        if (Body === undefined) throw new Error(`the customer list ${Key} has no bytes`);
        return await Body.transformToByteArray();
      } catch (error) {
        const hasChanged =
          error instanceof NoSuchKey ||
          (error instanceof S3ServiceException && error.name === 'PreconditionFailed');
        throw hasChanged ? new ListChangedError(`the list ${Key} has changed`) : error;
      }
    },
  };
}
