// The client of the bucket.
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { OBJECT_REQUESTS } from './clients.ts';

/** Other services than AWS have no bucket names in their host names. */
const isElsewhere = (): boolean => process.env.AWS_ENDPOINT_URL_S3 !== undefined;

export function createS3Client(config: S3ClientConfig = {}): S3Client {
  return new S3Client({ requestHandler: OBJECT_REQUESTS, forcePathStyle: isElsewhere(), ...config });
}
