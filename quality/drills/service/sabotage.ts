// Sabotage for each drill of the service: one fault, and the words of the expected violation.
import { json } from '../../../src/http/call.ts';
import type { ApiKey } from '../../../src/stores/accounts/api-key-item.ts';
import { type Sabotage, withStores } from '../ingest/sabotage.ts';

export const SERVICE_SABOTAGES: readonly Sabotage[] = [
  {
    drill: 'key-revoked',
    what: 'API keys are cached',
    complaint: /a revoked key was admitted/,
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
            async findKeyOf(accountId, hash) {
              const { key, account } = await accounts.findKeyOf(accountId, hash);
              return { key: remembered.get(hash) ?? key, account };
            },
          },
        };
      }),
  },
  {
    drill: 'handler-throws',
    what: 'the caller sees the thrown value',
    complaint: /reveals the thrown value/,
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

/** The options of `openCloud`, with a changed template. */
function withTemplate(change: (text: string) => string): Sabotage['spoil'] {
  return (engines) => ({
    ...engines,
    openCloud: (options) =>
      engines.openCloud({ ...options, template: JSON.parse(change(JSON.stringify(options.template))) }),
  });
}

export const OUTAGE_SABOTAGES: readonly Sabotage[] = [
  {
    drill: 'flood',
    what: 'the edge has no rates',
    complaint: /a customer lost \d+ of 160 requests/,
    spoil: (engines) => ({
      ...engines,
      openCloud: (options) => engines.openCloud({ ...options, edge: undefined }),
    }),
  },
  {
    drill: 'dynamodb-outage',
    what: 'a chunk is abandoned after its first failure',
    complaint: /has \d+ failed rows|\d+ lines are stored of/,
    seed: 3,
    spoil: withTemplate((text) => text.replaceAll(/"MAX_RECEIVES":"\d+"/g, '"MAX_RECEIVES":"1"')),
  },
  {
    drill: 'connections-cut',
    what: 'nothing is tried a second time',
    complaint: /has \d+ failed rows|\d+ lines are stored of|report \w+ failed/,
    spoil: withTemplate((text) =>
      text
        .replaceAll(/"MAX_RECEIVES":"\d+"/g, '"MAX_RECEIVES":"1"')
        .replaceAll('"POWERTOOLS_SERVICE_NAME"', '"AWS_MAX_ATTEMPTS":"1","POWERTOOLS_SERVICE_NAME"')
        .replaceAll('PassingFaultError', 'NoSuchError'),
    ),
  },
  {
    drill: 's3-and-sqs-outage',
    what: 'the workflow does not retry transient faults',
    complaint: /report \w+ failed/,
    spoil: withTemplate((text) => text.replaceAll('PassingFaultError', 'NoSuchError')),
  },
];
