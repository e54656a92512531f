// Tests how a backfill resumes, and how it waits: its checkpoint, room in the queue, throttles.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, describe, expect, it } from 'vitest';
import { createQueueRoom, untilAdmitted } from '../../../../apps/cli/commands/files/backfill.ts';
import {
  CheckpointFile,
  describeReading,
  NOTHING_SENT,
} from '../../../../apps/cli/commands/files/checkpoint.ts';

describe('Checkpoint', () => {
  const dir = mkdtempSync(join(tmpdir(), 'checkpoint-'));
  afterAll(() => rmSync(dir, { recursive: true }));
  const data = join(dir, 'orders.csv');
  const file = join(dir, 'checkpoint.json');
  const open = (dataset = 'default') => new CheckpointFile(file, describeReading([data], { dataset }));

  it('resumes only with unchanged files and the same dataset', () => {
    writeFileSync(data, 'order_id,product_name\n1,tea\n');
    expect(open().load()).toEqual(NOTHING_SENT);
    open().save({ run: 'r', orders_sent: 3, rows_sent: 9, imports: ['i'] });
    expect(open().load()).toMatchObject({ run: 'r', orders_sent: 3, rows_sent: 9, imports: ['i'] });
    expect(() => open('other').load()).toThrow('remove it');
    writeFileSync(data, 'order_id,product_name\n1,tea\n2,tea\n');
    expect(() => open().load()).toThrow('remove it');
    open().remove();
    expect(existsSync(file)).toBe(false);
  });

  it('does not block another dataset after a run that sent nothing', () => {
    open().save({ ...NOTHING_SENT, run: 'r' });
    expect(open().load().run).toBe('r');
    expect(open('other').load()).toEqual(NOTHING_SENT);
    open().remove();
  });
});

// A backfill waits while DynamoDB throttles its chunks or its own writes.

/** Simulates a queue in these states, one after the other. */
async function simulateQueue(...states: { visible: number; received: number }[]) {
  const sqs = new SQSClient({ region: 'us-east-1' });
  const queue = mockClient(sqs).on(GetQueueAttributesCommand);
  for (const { visible, received } of states) {
    queue.resolvesOnce({
      Attributes: {
        ApproximateNumberOfMessages: String(visible),
        ApproximateNumberOfMessagesNotVisible: String(received),
      },
    });
  }
  const waits: number[] = [];
  const refused: number[] = [];
  await createQueueRoom(sqs, 'url', {
    maxDepth: 100,
    atWork: 16,
    wait: async (ms) => void waits.push(ms),
    onRefused: (chunks) => refused.push(chunks),
  })();
  return { waits, refused };
}

it('sends at once while the queue has room and its consumers keep up', async () => {
  expect(await simulateQueue({ visible: 83, received: 16 })).toEqual({ waits: [], refused: [] });
});

it('waits while the queue is full', async () => {
  expect(await simulateQueue({ visible: 84, received: 16 }, { visible: 10, received: 16 })).toEqual({
    waits: [500],
    refused: [],
  });
});

it('waits at growing intervals while DynamoDB refuses chunks, and reports it once', async () => {
  const throttled = { visible: 0, received: 40 };
  const states = [throttled, throttled, throttled, throttled, throttled, { visible: 0, received: 16 }];
  expect(await simulateQueue(...states)).toEqual({
    waits: [1_000, 2_000, 4_000, 5_000, 5_000],
    refused: [24],
  });
});

it('resends a batch with throttled writes as the same import', async () => {
  const waits: number[] = [];
  const repeated: boolean[] = [];
  let notices = 0;
  const sent = await untilAdmitted(
    async (isRepeated) => {
      repeated.push(isRepeated);
      if (repeated.length < 4) throw Object.assign(new Error(), { name: 'ThrottlingException' });
      return 'import';
    },
    { wait: async (ms) => void waits.push(ms), onWait: () => notices++ },
  );
  expect({ sent, waits, repeated, notices }).toEqual({
    sent: 'import',
    waits: [1_000, 2_000, 4_000],
    repeated: [false, true, true, true],
    notices: 3,
  });
});

it.each([
  ['any other error at once', new Error('no such account'), 0],
  ['a throttle after four minutes', Object.assign(new Error(), { name: 'ThrottlingException' }), 241_000],
])('gives up on %s', async (_, error, waited) => {
  const waits: number[] = [];
  const send = untilAdmitted(() => Promise.reject(error), {
    wait: async (ms) => void waits.push(ms),
    onWait: () => {},
  });
  await expect(send).rejects.toBe(error);
  expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(waited);
});
