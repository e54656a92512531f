// The client of SQS. Its requests are mostly the text of messages, which the SDK would escape byte by byte.
import { SQSClient, type SQSClientConfig } from '@aws-sdk/client-sqs';
import { NativeJsonProtocol, SMALL_REQUESTS } from './clients.ts';

export function createSqsClient(config: SQSClientConfig = {}): SQSClient {
  // Signatures and TLS already protect requests and answers: skips the checksum of each message.
  return new SQSClient({
    requestHandler: SMALL_REQUESTS,
    md5: false,
    ...config,
    protocol: NativeJsonProtocol,
  });
}
