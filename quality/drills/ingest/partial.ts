// Partially processed batches: BatchGetItem with unprocessed keys, SendMessageBatch with refused entries.
import * as v from 'valibot';
import { below, type Random } from '../../harness/random/random.ts';

const batchGet = v.object({
  RequestItems: v.record(v.string(), v.looseObject({ Keys: v.array(v.record(v.string(), v.unknown())) })),
});
const sendBatch = v.object({ Entries: v.array(v.looseObject({ Id: v.string() })) });

/** Each table's keys after a random position are left unprocessed; the first one is always read. */
export async function partBatchGet<A extends { input: object }, R extends { output: object }>(
  args: A,
  next: (args: A) => Promise<R>,
  random: Random,
): Promise<R> {
  const wanted = Object.entries(v.parse(batchGet, args.input).RequestItems).map(
    ([table, { Keys, ...rest }]) => {
      const cut = 1 + below(random, Keys.length);
      return { table, now: { ...rest, Keys: Keys.slice(0, cut) }, later: { ...rest, Keys: Keys.slice(cut) } };
    },
  );
  const RequestItems = Object.fromEntries(wanted.map(({ table, now }) => [table, now]));
  const left = wanted.filter(({ later }) => later.Keys.length > 0);
  const UnprocessedKeys = Object.fromEntries(left.map(({ table, later }) => [table, later]));
  const result = await next({ ...args, input: { ...args.input, RequestItems } });
  return { ...result, output: { ...result.output, UnprocessedKeys } };
}

/** Some entries are refused. `claimed`: they are queued all the same. */
export async function partSend<A extends { input: object }, R extends { output: object }>(
  args: A,
  next: (args: A) => Promise<R>,
  random: Random,
  claimed: boolean,
): Promise<R> {
  const { Entries: entries } = v.parse(sendBatch, args.input);
  // SQS refuses an empty batch: at least one entry passes.
  const taken = 1 + below(random, entries.length);
  const Entries = claimed ? entries : entries.slice(0, taken);
  const Failed = entries
    .slice(claimed ? taken - 1 : taken)
    .map(({ Id }) => ({ Id, Code: 'InternalError', Message: 'injected', SenderFault: false }));
  const result = await next({ ...args, input: { ...args.input, Entries } });
  return { ...result, output: { ...result.output, Failed } };
}
