// Next products of members, as a profile's properties at Klaviyo. Pages to webhooks: test/end-to-end/reports.
import { expect, it } from 'vitest';
import { createKlaviyoDestination } from '../../../src/service/destinations/klaviyo.ts';
import { startFakeKlaviyo } from '../../../tools/harness/fake-klaviyo.ts';

it('sends what members buy next to Klaviyo as properties of their profiles, and no properties without', async () => {
  const klaviyo = await startFakeKlaviyo({
    ...{ key: () => 'pk_1', clock: Date.now, fault: () => 'none', works: () => true },
  });
  const send = createKlaviyoDestination({ receivers: 'any' }, klaviyo.url).send;
  const next = { basis: 'all_orders', again: ['tea'], fresh: ['honey', 'cup'] } as const;
  const joined = [
    { id: 'ann@x.org', contact: 'ann@x.org', next, customer: 1n },
    { id: 'bob@x.org', contact: 'bob@x.org', customer: 2n },
  ];
  const context = {
    destination: { audience_id: 'a', destination_id: 'd', url: undefined, list_id: 'L1' },
    ...{ secret: 'pk_1', sequence: 1, isRepeated: false, at: 0 },
  };
  let progress: string | undefined;
  let done = false;
  for (let request = 0; request < 9 && !done; request++) {
    const outcome = await send({ joined, left: [], erased: [] }, { ...context, progress });
    done = outcome.outcome === 'taken';
    if (outcome.outcome === 'next' || outcome.outcome === 'wait') progress = outcome.progress;
  }
  await klaviyo.stop();
  expect([done, klaviyo.breaches, klaviyo.on('L1')]).toEqual([true, [], ['ann@x.org', 'bob@x.org']]);
  expect(Object.fromEntries(klaviyo.properties)).toEqual({
    'ann@x.org': { next_basis: 'all_orders', next_again: ['tea'], next_new: ['honey', 'cup'] },
  });
});
