// Empties a bucket page by page. CloudFormation deletes only an empty one; the bucket has no versions.
import { DeleteObjectsCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';
import { OperationError } from '../../src/operations/operation-error.ts';

/** Returns the number of deleted objects. Throws OperationError for the first object that S3 refuses to delete. */
export async function emptyBucket(s3: S3Client, bucket: string): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: bucket }));
    const keys = Contents.flatMap(({ Key }) => (Key === undefined ? [] : [{ Key }]));
    if (keys.length === 0) return deleted;
    const { Errors = [] } = await s3.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: keys, Quiet: true } }),
    );
    const [refused] = Errors;
    if (refused !== undefined)
      throw new OperationError(`${bucket}/${refused.Key}: ${refused.Code}: ${refused.Message}`);
    deleted += keys.length;
  }
}
