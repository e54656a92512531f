// The members of audiences in S3: `audiences/<account>/<audience_id>/<file>.bin`. Every attempt of a run
// writes a file of its own, and the audience names one of them: a late attempt can neither replace the
// current file nor restore a customer who was erased since it read them.
import { DeleteObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import { createStoredLists } from '../reports/customer-lists.ts';
import type { AudienceRef } from './audiences.ts';

export interface MemberFile extends AudienceRef {
  readonly file: string;
}

export function createMemberFiles(s3: S3Client, bucketName: string) {
  const toPrefix = ({ accountId, audienceId }: AudienceRef) => `audiences/${accountId}/${audienceId}/`;
  return {
    ...createStoredLists(s3, bucketName, (of: MemberFile) => `${toPrefix(of)}${of.file}.bin`),

    /** Deletes all other files of the audience; without `file`, all. */
    async keepOnly(ref: AudienceRef, file: string | undefined): Promise<void> {
      const written = { Bucket: bucketName, Prefix: toPrefix(ref) };
      for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, written)) {
        for (const { Key = '' } of Contents) {
          const isKept = file !== undefined && Key === `${toPrefix(ref)}${file}.bin`;
          if (!isKept) await s3.send(new DeleteObjectCommand({ Bucket: bucketName, Key }));
        }
      }
    },
  };
}
export type MemberFiles = ReturnType<typeof createMemberFiles>;
