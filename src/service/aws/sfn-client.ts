// The client of the workflows.
import { SFNClient } from '@aws-sdk/client-sfn';
import { SMALL_REQUESTS } from './clients.ts';

export function createSfnClient(): SFNClient {
  return new SFNClient({ requestHandler: SMALL_REQUESTS });
}
