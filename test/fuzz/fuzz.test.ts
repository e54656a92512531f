// Sends valid, nearly valid and hostile requests for every operation of the contract, as many as a run has time for.
import { expect, it } from 'vitest';
import { IS_DEEP } from '../../tools/harness/depth.ts';
import { useTarget } from '../end-to-end/use-target.ts';
import { fuzz } from './run.ts';

const REQUESTS = IS_DEEP ? 5_000 : 500;

const target = useTarget();

it(`answers ${REQUESTS} valid, nearly valid and hostile requests as documented`, async () => {
  const outcome = await fuzz(target, { requests: REQUESTS, seed: 2 });
  expect(outcome.findings).toEqual([]);
  expect(outcome.requests).toBeGreaterThanOrEqual(REQUESTS);
  // Fuzzing whose requests are all refused finds nothing. Some operations rarely succeed, because they need a shop's
  // signature, the id of an existing item, or all parameters valid at once.
  const operations = Object.entries(outcome.by_operation).filter(([name]) => name !== 'any route');
  const answered = operations.filter(([, statuses]) =>
    Object.keys(statuses).some((status) => /^20[0-2]$/.test(status)),
  );
  expect(answered.length).toBeGreaterThan(operations.length / (IS_DEEP ? 2 : 4));
  // Most valid requests for a report name a dataset that does not exist or is being erased.
  if (IS_DEEP) expect(outcome.reports_ended).toBeGreaterThan(0);
}, 600_000);
