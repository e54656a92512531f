// Guards of the edge's rate rules, and of the gateway's throttle as it is simulated.
import { type Mutation, mutationsOf } from '../mutation.ts';

export const EDGE: readonly Mutation[] = mutationsOf('lib/edge/web-acl.ts', [], {
  'edge-rate-without-key': {
    guard: 'An address that shows no key is refused earlier than one that does.',
    text: 'rateOf(limits.withoutKey, SHOWS_NO_KEY)',
    becomes: 'rateOf(limits.perAddress, SHOWS_NO_KEY)',
    noticedBy: ['test/lib/edge.test.ts'],
  },
  'edge-rate-keyless-only': {
    guard: 'The lower rate counts requests without a key alone.',
    text: 'rateOf(limits.withoutKey, SHOWS_NO_KEY)',
    becomes: 'rateOf(limits.withoutKey)',
    noticedBy: ['test/lib/edge.test.ts'],
  },
});
