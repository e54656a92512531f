// Guards of the edge's rate rules, and of the local gateway.
import { type Mutation, mutationsOf } from '../mutation.ts';

export const EDGE: readonly Mutation[] = [
  ...mutationsOf('lib/edge/web-acl.ts', [], {
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
  }),
  ...mutationsOf('local/gateway/http-front.ts', ['test/local/http-front.test.ts'], {
    'malformed-with-a-code': {
      guard:
        'A request that the HTTP parser refuses, such as one with a long id, gets an error and its code.',
      text: "server.on('clientError', refuseMalformed);",
      becomes: '',
    },
    'malformed-read-to-its-end': {
      guard: 'A client that is still sending a refused request sees the response.',
      text: 'if (socket.writableEnded) return;',
      becomes: '',
    },
  }),
];
