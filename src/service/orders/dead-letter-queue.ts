// Sends a message to the dead-letter queue with the reason. A message that SQS itself moves there carries no
// reason.
import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';

export const REASON_ATTRIBUTE = 'Reason';
const MAX_REASON_LENGTH = 1_000;

export function createDeadLetterQueue(sqs: SQSClient, queueUrl: string) {
  return {
    async send(body: string, reason: string): Promise<void> {
      await sqs.send(
        new SendMessageCommand({
          QueueUrl: queueUrl,
          MessageBody: body,
          MessageAttributes: { [REASON_ATTRIBUTE]: { DataType: 'String', StringValue: toAttribute(reason) } },
        }),
      );
    },
  };
}
export type DeadLetterQueue = ReturnType<typeof createDeadLetterQueue>;

/** A message attribute accepts only characters that are valid in XML, and must not be empty. */
function toAttribute(reason: string): string {
  const printable = reason.toWellFormed().replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/g, ' ');
  return printable.slice(0, MAX_REASON_LENGTH).trim() || 'no reason given';
}
