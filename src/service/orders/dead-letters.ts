// Stores messages that could not be applied in S3 with the reason:
// `dead-letters/<import>/<account>/<chunk>-<digest>.json`, or `dead-letters/unreadable/<message id>.json` if
// the message names no import. The digest covers the message as received: a redelivered message is stored
// once, and another message of the same chunk does not replace it.
import { createHash } from 'node:crypto';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import * as v from 'valibot';
import { expectVersion, STORED_VERSION } from '../../contract/messages/format-versions.ts';
import type { ImportRef } from './import-item.ts';

const PREFIX = 'dead-letters/';

const deadLetter = v.object({
  version: expectVersion('dead letter', STORED_VERSION),
  reason: v.string(),
  kept_at: v.string(),
  /** The message body as received from the queue. */
  body: v.string(),
});
export type DeadLetter = Omit<v.InferOutput<typeof deadLetter>, 'version'>;

/** `chunk`: undefined where the message names none. */
export function toLetterName(chunk: number | undefined, receivedBody: string): string {
  const digest = createHash('sha256').update(receivedBody).digest('hex');
  return `${chunk ?? 'no-chunk'}-${digest.slice(0, 16)}`;
}

export function createDeadLetters(s3: S3Client, bucketName: string) {
  return {
    /** `name`: from toLetterName. */
    async keepOfImport({ accountId, importId }: ImportRef, name: string, letter: DeadLetter): Promise<void> {
      await put(`${importId}/${accountId}/${name}`, letter);
    },

    async keepUnreadable(messageId: string, letter: DeadLetter): Promise<void> {
      await put(`unreadable/${messageId}`, letter);
    },

    /** Keys of the dead letters of an import, of one account in it, or of all imports. */
    async list(importId?: string, accountId?: string): Promise<string[]> {
      const folder = [importId, accountId].flatMap((id) => (id === undefined ? [] : `${id}/`)).join('');
      const keys: string[] = [];
      const pages = paginateListObjectsV2(
        { client: s3 },
        { Bucket: bucketName, Prefix: `${PREFIX}${folder}` },
      );
      for await (const { Contents = [] } of pages) keys.push(...Contents.flatMap(({ Key }) => Key ?? []));
      return keys;
    },

    async read(key: string): Promise<DeadLetter> {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucketName, Key: key }));
      return v.parse(deadLetter, JSON.parse((await Body?.transformToString()) ?? ''));
    },

    /** Like `read`, but returns undefined if the dead letter no longer exists. */
    async find(key: string): Promise<DeadLetter | undefined> {
      try {
        return await this.read(key);
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    async replace(key: string, letter: DeadLetter): Promise<void> {
      await put(key.slice(PREFIX.length, -'.json'.length), letter);
    },

    async remove(key: string): Promise<void> {
      await s3.send(new DeleteObjectCommand({ Bucket: bucketName, Key: key }));
    },
  };

  async function put(name: string, letter: DeadLetter): Promise<void> {
    await s3.send(
      new PutObjectCommand({
        Bucket: bucketName,
        Key: `${PREFIX}${name}.json`,
        Body: JSON.stringify({ ...letter, version: STORED_VERSION }),
        ContentType: 'application/json',
      }),
    );
  }
}
export type DeadLetters = ReturnType<typeof createDeadLetters>;
