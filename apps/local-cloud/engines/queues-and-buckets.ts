// Runs SQS queues and S3 buckets on fauxqs, in this process, stored in the data folder. Queues of an earlier run get
// the attributes of the current template. They keep their messages, which all become visible again, because their
// consumers have ended.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import * as v from 'valibot';
import { findFreePort } from '../free-port.ts';
import { refuseOutsideLoopback } from '../gateway/loopback-only.ts';
import { refuseUnsigned } from '../signed-requests.ts';
import { ACCOUNT, REGION } from '../template.ts';
import { LOCAL_CREDENTIALS } from './dynamodb.ts';
import { type LocalQueue, openInside, queueIn } from './queues-inside.ts';

/** The engine's database file, in its own folder. */
export const DATABASE = 'fauxqs.db';

export const queueProperties = v.object({
  VisibilityTimeout: v.optional(v.number(), 30),
  MessageRetentionPeriod: v.optional(v.number(), 345_600),
  DelaySeconds: v.optional(v.number(), 0),
  RedrivePolicy: v.optional(v.object({ deadLetterTargetArn: v.string(), maxReceiveCount: v.number() })),
});
export type QueueProperties = v.InferOutput<typeof queueProperties>;

export interface QueuesAndBuckets {
  readonly endpoint: string;
  /** Returns the queue's URL. */
  createQueue(name: string, properties: QueueProperties): Promise<string>;
  /** Returns a queue that was created. */
  queue(name: string): Promise<LocalQueue>;
  createBucket(name: string): void;
  stop(): Promise<void>;
}

export function queueArn(name: string): string {
  return `arn:aws:sqs:${REGION}:${ACCOUNT}:${name}`;
}

/** `through`: the endpoint that clients use instead of the engine's own, which it receives. */
export async function startQueuesAndBuckets(
  dataDir: string | undefined,
  through: (endpoint: string) => Promise<string> = async (endpoint) => endpoint,
): Promise<QueuesAndBuckets> {
  await openInside();
  const port = await findFreePort();
  if (dataDir !== undefined) giveBackMessages(join(dataDir, DATABASE));
  // The engine listens on every interface and accepts no other address: `host` only affects its URLs.
  const unwatch = [refuseOutsideLoopback(port), refuseUnsigned(port)];
  const server: FauxqsServer = await withoutWaiting(() =>
    startFauxqs({
      port,
      host: '127.0.0.1',
      logger: false,
      defaultRegion: REGION,
      ...(dataDir !== undefined && { dataDir }),
    }),
  );
  const own = `http://127.0.0.1:${port}`;
  const endpoint = await through(own);
  const sqs = new SQSClient({ endpoint: own, region: REGION, credentials: LOCAL_CREDENTIALS });
  return {
    endpoint,
    async createQueue(name, properties) {
      // The port differs from run to run, so a URL stored by an earlier run would be wrong.
      const url = `${endpoint}/${ACCOUNT}/${name}`;
      const attributes = toAttributes(properties);
      if (server.inspectQueue(name) === undefined) {
        server.createQueue(name, { region: REGION, attributes });
        return url;
      }
      // Creating an existing queue again would drop its messages: the engine replaces the row, and its messages are
      // deleted with it.
      await sqs.send(
        new SetQueueAttributesCommand({ QueueUrl: url, Attributes: { RedrivePolicy: '', ...attributes } }),
      );
      return url;
    },
    queue: (name) => queueIn(server, name),
    createBucket(name) {
      server.createBucket(name);
    },
    async stop() {
      sqs.destroy();
      await server.stop();
      for (const stop of unwatch) stop();
    },
  };
}

/** Makes messages visible whose consumers ended with the last local cloud. Their receive counts stay. */
function giveBackMessages(file: string): void {
  if (!existsSync(file)) return;
  const database = new DatabaseSync(file);
  try {
    database.exec(
      'UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL WHERE receipt_handle IS NOT NULL',
    );
  } catch {
    // If this fails, they become visible after their visibility timeout.
  } finally {
    database.close();
  }
}

function toAttributes(properties: QueueProperties): Record<string, string> {
  const { VisibilityTimeout, MessageRetentionPeriod, DelaySeconds, RedrivePolicy } = properties;
  return {
    VisibilityTimeout: String(VisibilityTimeout),
    MessageRetentionPeriod: String(MessageRetentionPeriod),
    DelaySeconds: String(DelaySeconds),
    ...(RedrivePolicy && { RedrivePolicy: JSON.stringify(RedrivePolicy) }),
  };
}

// Opens fauxqs's SQLite database so that its writes don't wait for the disk. SQLite's default waits after every write:
// three times for a message that is sent, received and deleted, some milliseconds each, in the thread that runs
// everything local. The engine of the tables doesn't wait either, so queue and tables are equally durable: a killed
// process loses nothing, a power failure may lose the last writes.
// https://sqlite.org/pragma.html#pragma_synchronous
/** `open`: opens databases and sets their journal to WAL before it returns. */
function withoutWaiting<R>(open: () => R): R {
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (sql) {
    exec.call(this, sql);
    if (/^PRAGMA journal_mode ?= ?WAL/i.test(sql)) exec.call(this, 'PRAGMA synchronous = NORMAL');
  };
  try {
    return open();
  } finally {
    DatabaseSync.prototype.exec = exec;
  }
}
