// Sources: shops whose own order webhooks the service receives.
import type { CreateSourceRequest, Source, UpdateSourceRequest } from '../contract.ts';
import { Managed } from '../managed.ts';
import type { Transport } from '../transport.ts';

/** A secret that an update replaces is accepted for another 24 hours. The orders of one that is deleted stay. */
export class Sources extends Managed<Source, CreateSourceRequest, UpdateSourceRequest> {
  constructor(transport: Transport) {
    super(transport, '/sources', 'sources');
  }
}
