// Uploads an object of unknown size to S3, with at most one part in memory. A reader gets either the whole
// object or the one before.
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';

/** Objects up to this size need one PutObject. S3 accepts up to 10,000 parts: 80 GB. */
const PART_BYTES = 8 * 1_024 * 1_024;

export type UploadedObject = Pick<PutObjectCommandInput, 'Bucket' | 'Key'> &
  Omit<PutObjectCommandInput, 'Bucket' | 'Key' | 'Body'>;

/** The object that was stored. */
export interface Uploaded {
  readonly bytes: number;
  readonly etag: string;
}

/**
 * Pieces need to be valid only until the next one is taken. A condition (`IfMatch`, `IfNoneMatch`) is checked when the
 * whole object replaces the one before.
 */
export async function upload(
  s3: S3Client,
  object: UploadedObject,
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<Uploaded> {
  let inParts: ReturnType<typeof createParts> | undefined;
  let bytes = 0;
  try {
    let last: Uint8Array<ArrayBuffer> = new Uint8Array(0);
    for await (const part of splitIntoParts(pieces)) {
      bytes += part.length;
      if (part.length < PART_BYTES) {
        last = part;
        continue;
      }
      inParts ??= createParts(s3, object);
      await inParts.add(part);
    }
    if (inParts !== undefined && last.length > 0) await inParts.add(last);
    const { ETag: etag = '' } = await (inParts?.complete() ??
      s3.send(new PutObjectCommand({ ...object, Body: last })));
    return { bytes, etag };
  } catch (error) {
    await inParts?.abort();
    throw error;
  }
}

function createParts(s3: S3Client, object: UploadedObject) {
  const { Bucket, Key, IfMatch, IfNoneMatch } = object;
  const parts: { readonly ETag: string | undefined; readonly PartNumber: number }[] = [];
  let UploadId: string | undefined;
  return {
    async add(Body: Uint8Array): Promise<void> {
      UploadId ??= (await s3.send(new CreateMultipartUploadCommand(object))).UploadId;
      const PartNumber = parts.length + 1;
      const { ETag } = await s3.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }));
      parts.push({ ETag, PartNumber });
    },
    complete() {
      const MultipartUpload = { Parts: parts };
      const whole = { Bucket, Key, UploadId, MultipartUpload, IfMatch, IfNoneMatch };
      return s3.send(new CompleteMultipartUploadCommand(whole));
    },
    /** If aborting fails, a lifecycle rule deletes the parts a day later. */
    async abort(): Promise<void> {
      if (UploadId === undefined) return;
      await s3.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => undefined);
    },
  };
}

/** The same bytes in parts of PART_BYTES; only the last one is smaller. */
async function* splitIntoParts(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let part = new Uint8Array(0);
  let held = 0;
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      const taken = piece.subarray(at, at + PART_BYTES - held);
      if (held + taken.length > part.length) part = growPart(part, held + taken.length);
      part.set(taken, held);
      held += taken.length;
      at += taken.length;
      if (held < PART_BYTES) continue;
      yield part;
      // The previous part may still be in transit.
      part = new Uint8Array(PART_BYTES);
      held = 0;
    }
  }
  if (held > 0) yield part.subarray(0, held);
}

function growPart(part: Uint8Array, needed: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.min(PART_BYTES, Math.max(needed, part.length * 2, 65_536)));
  larger.set(part);
  return larger;
}
