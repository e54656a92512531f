// Lists of customers in S3 that destinations have, or are to have:
// `deliveries/<account>/<destination_id>/<file>.bin`. A file is written once; the destination's item names
// the current ones.
import { DeleteObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import { createStoredLists } from '../reports/customer-lists.ts';
import type { DestinationRef } from './destination-item.ts';

export interface CopyFile extends DestinationRef {
  readonly file: string;
}

export function createCopies(s3: S3Client, bucketName: string) {
  const toPrefix = ({ accountId, destinationId }: DestinationRef) =>
    `deliveries/${accountId}/${destinationId}/`;
  const toKey = (of: CopyFile) => `${toPrefix(of)}${of.file}.bin`;
  const { put, find } = createStoredLists(s3, bucketName, toKey);
  const drop = (Key: string) => s3.send(new DeleteObjectCommand({ Bucket: bucketName, Key }));

  async function* listAll(ref: DestinationRef) {
    const written = { Bucket: bucketName, Prefix: toPrefix(ref) };
    for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, written)) yield* Contents;
  }

  return {
    put,
    find,

    async remove(of: CopyFile): Promise<void> {
      await drop(toKey(of));
    },

    async removeAll(ref: DestinationRef): Promise<void> {
      for await (const { Key = '' } of listAll(ref)) await drop(Key);
    },

    /**
     * Deletes files of killed workers: those that are not `named`, and older than `before` (epoch
     * milliseconds). Returns false if there is a younger one, which a worker may be about to name.
     */
    async tidy(
      ref: DestinationRef,
      named: readonly (string | undefined)[],
      before: number,
    ): Promise<boolean> {
      const kept = new Set(named.map((file) => toKey({ ...ref, file: file ?? '' })));
      let isTidy = true;
      for await (const { Key = '', LastModified } of listAll(ref)) {
        if (kept.has(Key)) continue;
        if (LastModified !== undefined && LastModified.getTime() > before) isTidy = false;
        else await drop(Key);
      }
      return isTidy;
    },
  };
}
export type Copies = ReturnType<typeof createCopies>;
