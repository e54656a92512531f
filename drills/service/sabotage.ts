// For each drill of the service one fault, and the words by which the drill must complain of it.
import { json } from '../../src/http/call.ts';
import type { ApiKey } from '../../src/stores/accounts.ts';
import { type Sabotage, withStores } from '../ingest/sabotage.ts';

export const SERVICE_SABOTAGES: readonly Sabotage[] = [
  {
    drill: 'key-revoked',
    what: 'a key that was found is remembered',
    complaint: /a revoked key was let in/,
    spoil: (engines) =>
      withStores(engines, ({ accounts }) => {
        const remembered = new Map<string, ApiKey | undefined>();
        return {
          accounts: {
            ...accounts,
            async findKey(hash) {
              const key = remembered.get(hash) ?? (await accounts.findKey(hash));
              remembered.set(hash, key);
              return key;
            },
          },
        };
      }),
  },
  {
    drill: 'handler-throws',
    what: 'the caller is told what was thrown',
    complaint: /tells what was thrown/,
    spoil: (engines) => ({
      ...engines,
      endpoint: (deps, options, handle) =>
        engines.endpoint(deps, options, (call) =>
          handle(call).catch((error: unknown) =>
            json(500, { error: error instanceof Error ? error.message : typeof error }),
          ),
        ),
    }),
  },
];

/** What `openCloud` is given, with its template's text changed. */
function withTemplate(change: (text: string) => string): Sabotage['spoil'] {
  return (engines) => ({
    ...engines,
    openCloud: (options) =>
      engines.openCloud({ ...options, template: JSON.parse(change(JSON.stringify(options.template))) }),
  });
}

export const OUTAGE_SABOTAGES: readonly Sabotage[] = [
  {
    drill: 'dynamodb-outage',
    what: 'a chunk is given up when it fails for the first time',
    complaint: /has \d+ failed rows/,
    spoil: withTemplate((text) => text.replaceAll('"MAX_RECEIVES":"5"', '"MAX_RECEIVES":"1"')),
  },
  {
    drill: 's3-and-sqs-outage',
    what: 'the workflow waits for no fault to pass',
    complaint: /report \w+ failed/,
    spoil: withTemplate((text) => text.replaceAll('PassingFaultError', 'NoSuchError')),
  },
];
