// Stores the extract of a dataset's last read state in S3: `extracts/<account>/<dataset>.bin`, deleted after
// two days. Its metadata names the state. A write requires the object that existed before the orders were
// read, so that an extract from before an erasure never replaces the erasure's note.
import { Readable } from 'node:stream';
import {
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { DatasetRef } from '../orders/orders.ts';

export interface StoredExtract {
  /** Version for `keep`. */
  readonly version: string;
  /** Undefined for the note of an erasure. */
  readonly state: string | undefined;
}

/** Its bytes are already being transferred: the caller must read or close it. */
export interface FoundExtract extends StoredExtract {
  read(): Promise<Uint8Array>;
  leave(): void;
}

/** The object was written by another function, or removed, since its version was read. */
const REPLACED: readonly string[] = ['PreconditionFailed', 'ConditionalRequestConflict', 'NoSuchKey'];

export function createExtracts(s3: S3Client, bucketName: string) {
  const locateObject = ({ accountId, datasetId }: DatasetRef) => ({
    Bucket: bucketName,
    Key: `extracts/${accountId}/${datasetId}.bin`,
  });

  return {
    /** Takes one request: its answer begins with the metadata. */
    async find(dataset: DatasetRef): Promise<FoundExtract | undefined> {
      try {
        const { Body, ETag, Metadata } = await s3.send(new GetObjectCommand(locateObject(dataset)));
        if (Body === undefined || ETag === undefined) return undefined;
        return {
          version: ETag,
          state: Metadata?.state,
          read: () => Body.transformToByteArray(),
          leave: () => void (Body instanceof Readable && Body.destroy()),
        };
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    /**
     * `before`: the object stored before the orders were read; undefined for none. Returns false, and changes
     * nothing, if another one is stored.
     */
    async keep(
      dataset: DatasetRef,
      bytes: Uint8Array,
      state: string,
      before: StoredExtract | undefined,
    ): Promise<boolean> {
      try {
        await s3.send(
          new PutObjectCommand({
            ...locateObject(dataset),
            Body: bytes,
            Metadata: { state },
            ...(before === undefined ? { IfNoneMatch: '*' } : { IfMatch: before.version }),
          }),
        );
        return true;
      } catch (error) {
        if (isNamed(error, REPLACED)) return false;
        throw error;
      }
    },

    /**
     * Replaces the extract by a note that names the erasure. After the note, every `keep` fails whose orders
     * were read before it.
     */
    async forget(dataset: DatasetRef, erasureId: string): Promise<void> {
      const Body = JSON.stringify({ erasure_id: erasureId });
      await s3.send(new PutObjectCommand({ ...locateObject(dataset), Body }));
    },
  };
}
export type Extracts = ReturnType<typeof createExtracts>;

function isNamed(error: unknown, names: readonly string[]): boolean {
  return error instanceof S3ServiceException && names.includes(error.name);
}
