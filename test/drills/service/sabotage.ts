// For each drill of the service one fault, and the words by which the drill must complain of it.
import { json } from '../../../src/http/call.ts';
import type { ApiKey } from '../../../src/stores/accounts.ts';
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
