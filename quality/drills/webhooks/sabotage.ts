// Sabotage for each webhook drill: one fault, and the words of the expected violation.
import { request } from 'node:https';
import { connectionFailed } from '../../../src/core/sentences/undelivered-because.ts';
import type { Sabotage } from '../ingest/sabotage.ts';

export const WEBHOOK_SABOTAGES: readonly Sabotage[] = [
  {
    drill: 'receiver',
    what: 'a redirect is followed',
    complaint: /a connection to .*169\.254\.169\.254/,
    seed: 3,
    spoil: (engines) => ({
      ...engines,
      createSend(options) {
        const send = engines.createSend(options);
        return async (webhook) => {
          const sent = await send(webhook);
          const isRedirect = sent.responseStatus !== undefined && Math.floor(sent.responseStatus / 100) === 3;
          return isRedirect ? send({ ...webhook, url: 'http://169.254.169.254/latest/meta-data/' }) : sent;
        };
      },
    }),
  },
  {
    drill: 'forged-address',
    what: 'a connection is made to any resolved address',
    complaint: /connections were tried/,
    spoil: (engines) => ({
      ...engines,
      createSend:
        ({ resolve }) =>
        ({ url }) =>
          new Promise((sent) => {
            const trusting = request(url, {
              agent: false,
              lookup: (name, options, found) => resolve?.(name, { ...options, all: true }, found),
            });
            trusting.on('error', (error) =>
              sent({ verdict: 'retry', responseStatus: undefined, problem: connectionFailed(error) }),
            );
            trusting.end();
          }),
    }),
  },
];
