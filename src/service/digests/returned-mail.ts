// Reads the events of SES on e-mails that came back: for good, or as spam. The tags of the e-mail name its endpoint.
// https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
import * as v from 'valibot';
import type { EndpointRef } from '../webhooks/endpoints.ts';

const tag = v.pipe(
  v.tuple([v.string()]),
  v.transform(([value]) => value),
);
const mail = v.object({ tags: v.object({ account: tag, endpoint: tag }) });
const returnedMail = v.pipe(
  v.string(),
  v.parseJson(),
  v.variant('eventType', [
    // A bounce of another type may pass: the mailbox is full, or the server is down.
    v.object({
      eventType: v.literal('Bounce'),
      bounce: v.object({ bounceType: v.literal('Permanent') }),
      mail,
    }),
    v.object({ eventType: v.literal('Complaint'), mail }),
  ]),
);

export interface ReturnedMail extends EndpointRef {
  readonly because: 'bounced' | 'complained';
}

/** Undefined for any other message, such as the one with which SES tries a topic. */
export function parseReturnedMail(message: string): ReturnedMail | undefined {
  const parsed = v.safeParse(returnedMail, message);
  if (!parsed.success) return undefined;
  const { eventType, mail: sent } = parsed.output;
  const { account, endpoint } = sent.tags;
  const because = eventType === 'Bounce' ? 'bounced' : 'complained';
  return { accountId: account, endpointId: endpoint, because };
}
