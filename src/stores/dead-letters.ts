// Chunks that could not be applied, kept in S3 as they were: `dead-letters/<account>/<import>/<chunk>.json`.
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';

export function createDeadLetters(s3: S3Client, bucketName: string) {
  return {
    /** `name`: path below dead-letters/, without the ending. */
    async keep(name: string, body: string): Promise<void> {
      await s3.send(
        new PutObjectCommand({
          Bucket: bucketName,
          Key: `dead-letters/${name}.json`,
          Body: body,
          ContentType: 'application/json',
        }),
      );
    },
  };
}
export type DeadLetters = ReturnType<typeof createDeadLetters>;
