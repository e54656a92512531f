// What a backfill does where DynamoDB refuses its own writes: it waits and sends the batch again.
import { isBusy } from '../../src/stores/aws/dynamodb-errors.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** Four minutes in total: a table that throttles for longer needs its operator. */
const ATTEMPTS = 13;

/** `send` is told whether an attempt went before. */
export async function untilAdmitted<T>(
  send: (isRepeated: boolean) => Promise<T>,
  { wait, onWait }: { wait: (ms: number) => Promise<void>; onWait: () => void },
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send(attempt > 1);
    } catch (error) {
      if (!isBusy(error) || attempt === ATTEMPTS) throw error;
      onWait();
      await wait(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1)));
    }
  }
}
