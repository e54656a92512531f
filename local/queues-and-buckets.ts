// SQS queues and S3 buckets on fauxqs, in this process, kept under the data folder.
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import * as v from 'valibot';
import { freePort } from './free-port.ts';
import { ACCOUNT, REGION } from './template.ts';

export const queueProperties = v.object({
  VisibilityTimeout: v.optional(v.number(), 30),
  MessageRetentionPeriod: v.optional(v.number(), 345_600),
  RedrivePolicy: v.optional(v.object({ deadLetterTargetArn: v.string(), maxReceiveCount: v.number() })),
});
export type QueueProperties = v.InferOutput<typeof queueProperties>;

export interface QueuesAndBuckets {
  readonly endpoint: string;
  /** Gives the queue's URL. Changes nothing when the queue is there. */
  createQueue(name: string, properties: QueueProperties): string;
  createBucket(name: string): void;
  stop(): Promise<void>;
}

export function queueArn(name: string): string {
  return `arn:aws:sqs:${REGION}:${ACCOUNT}:${name}`;
}

export async function startQueuesAndBuckets(dataDir: string | undefined): Promise<QueuesAndBuckets> {
  const port = await freePort();
  const server: FauxqsServer = await startFauxqs({
    port,
    host: '127.0.0.1',
    logger: false,
    defaultRegion: REGION,
    ...(dataDir !== undefined && { dataDir }),
  });
  return {
    endpoint: `http://127.0.0.1:${port}`,
    createQueue(name, { VisibilityTimeout, MessageRetentionPeriod, RedrivePolicy }) {
      // The port differs from run to run: a URL that was kept from an earlier one would lead nowhere.
      const url = `http://127.0.0.1:${port}/${ACCOUNT}/${name}`;
      if (server.inspectQueue(name) !== undefined) return url;
      server.createQueue(name, {
        region: REGION,
        attributes: {
          VisibilityTimeout: String(VisibilityTimeout),
          MessageRetentionPeriod: String(MessageRetentionPeriod),
          ...(RedrivePolicy && { RedrivePolicy: JSON.stringify(RedrivePolicy) }),
        },
      });
      return url;
    },
    createBucket(name) {
      server.createBucket(name);
    },
    stop: () => server.stop(),
  };
}
