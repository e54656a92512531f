// The client of the keys that encrypt secrets.
import { KMSClient } from '@aws-sdk/client-kms';
import { SMALL_REQUESTS } from './clients.ts';

export function createKmsClient(): KMSClient {
  return new KMSClient({ requestHandler: SMALL_REQUESTS });
}
