// Files of buckets at addresses that functions have signed for callers, where the gateway is reached from other machines: the bucket's own
// port is not. Nothing is read here without a signature.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3';
import { LOCAL_CREDENTIALS } from '../engines/dynamodb.ts';
import { refused } from '../signed-only.ts';
import { REGION } from '../template.ts';
import { splitTarget } from './http-event.ts';

/** Answers a request for a file of a bucket; false, and nothing is done, for any other. */
export type Downloads = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

export function createDownloads(endpoint: string, buckets: readonly string[]): Downloads {
  const s3 = new S3Client({ endpoint, region: REGION, credentials: LOCAL_CREDENTIALS, forcePathStyle: true });
  return async (request, response) => {
    const [, Bucket = '', key = ''] = /^\/([^/]+)\/(.+)$/.exec(splitTarget(request.url ?? '/').path) ?? [];
    if (request.method !== 'GET' || !buckets.includes(Bucket)) return false;
    if (refused(request, response)) return true;
    try {
      // Its signature was valid, so that it is what the SDK has encoded.
      const found = await s3.send(new GetObjectCommand({ Bucket, Key: decodeURIComponent(key) }));
      const { Body, ContentType, ContentLength, ContentDisposition, ContentEncoding } = found;
      response.setHeader('Content-Type', ContentType ?? 'application/octet-stream');
      if (ContentLength !== undefined) response.setHeader('Content-Length', ContentLength);
      if (ContentDisposition !== undefined) response.setHeader('Content-Disposition', ContentDisposition);
      if (ContentEncoding !== undefined) response.setHeader('Content-Encoding', ContentEncoding);
      // A caller who goes away ends the reading, too.
      if (Body !== undefined)
        await pipeline(Body.transformToWebStream(), response).catch(() => response.destroy());
    } catch (error) {
      if (!(error instanceof NoSuchKey)) throw error;
      response.writeHead(404, { 'Content-Type': 'application/xml' });
      response.end('<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>NoSuchKey</Code></Error>');
    }
    return true;
  };
}
