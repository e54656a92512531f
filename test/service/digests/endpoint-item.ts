// An endpoint of kind email that has confirmed.
import * as v from 'valibot';
import { sealedSecret } from '../../../src/service/secrets/sealed-secrets.ts';
import type { EndpointItem } from '../../../src/service/webhooks/endpoints.ts';

export const TOKEN = 'u'.repeat(43);

export function createEndpointItem(more: Partial<EndpointItem> = {}): EndpointItem {
  return {
    ...{ account_id: 'acc_1', endpoint_id: '01KAJ3M3V1Q8W8G4Z6X2Y0N5TA', name: 'Ann', kind: 'email' },
    ...{ url: 'mailto:ann@example.com', language: 'en', schedule_id: 'S' },
    secrets: [{ secret_id: 'S', sealed: v.parse(sealedSecret, Buffer.from(TOKEN).toString('base64')) }],
    ...{ created_at: '2026-03-01T12:00:00.000Z', sent_until: 0, version: 1, woken: 1, runs: 0 },
    ...more,
  };
}
