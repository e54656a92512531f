// Tests which events of SES pause an endpoint.
import { expect, it } from 'vitest';
import { parseReturnedMail } from '../../../src/service/digests/returned-mail.ts';

const mail = {
  messageId: 'm',
  tags: { account: ['acc_1'], endpoint: ['E'], 'ses:operation': ['SendEmail'] },
};

it.each([
  [{ eventType: 'Bounce', bounce: { bounceType: 'Permanent', bounceSubType: 'General' }, mail }, 'bounced'],
  [{ eventType: 'Complaint', complaint: {}, mail }, 'complained'],
])('reads the endpoint from %j', (event, because) => {
  expect(parseReturnedMail(JSON.stringify(event))).toEqual({ accountId: 'acc_1', endpointId: 'E', because });
});

it.each([
  [JSON.stringify({ eventType: 'Bounce', bounce: { bounceType: 'Transient' }, mail })],
  [JSON.stringify({ eventType: 'Bounce', bounce: { bounceType: 'Undetermined' }, mail })],
  [JSON.stringify({ eventType: 'Delivery', mail })],
  [JSON.stringify({ eventType: 'Complaint', mail: { tags: {} } })],
  ['Successfully validated SNS topic for Amazon SES event publishing.'],
])('ignores %s', (message) => {
  expect(parseReturnedMail(message)).toBeUndefined();
});
