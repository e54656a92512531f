// Tests requests to SES: signed so that the local cloud accepts them, and the outcome of each response.
import { createServer } from 'node:http';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { LOCAL_CREDENTIALS } from '../../../apps/local-cloud/engines/dynamodb.ts';
import { type LocalMail, startMail } from '../../../apps/local-cloud/engines/mail.ts';
import { listen } from '../../../apps/local-cloud/free-port.ts';
import { createDocumentClient } from '../../../src/service/aws/clients.ts';
import { createSendMail, type Mail } from '../../../src/service/digests/send-mail.ts';

const MAIL: Mail = {
  ...{ to: 'ann@example.com', sender: 'Order Analytics', subject: 'Teashop: nothing stands out' },
  ...{ text: 'Übersicht', html: '<p>Übersicht</p>' },
  headers: { 'List-Unsubscribe': '<https://example.com/u>' },
  tags: { account: 'acc_1', endpoint: 'E' },
};

let local: LocalMail;
beforeAll(async () => {
  local = await startMail(undefined);
});
afterAll(() => local.stop());
beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
});

function createSender(MAIL_URL: string, credentials = LOCAL_CREDENTIALS) {
  const aws = createDocumentClient(new DynamoDBClient({ region: 'us-east-1', credentials }));
  const settings = { MAIL_FROM: 'digest@example.com', MAIL_URL, MAIL_CONFIGURATION_SET: 'set' };
  return createSendMail(settings, aws, Date.now);
}

it('sends an e-mail with a valid signature, which another key has not', async () => {
  expect(await createSender(local.endpoint)(MAIL)).toMatchObject({ verdict: 'delivered' });
  const stranger = { ...LOCAL_CREDENTIALS, secretAccessKey: 'another' };
  expect(await createSender(local.endpoint, stranger)(MAIL)).toMatchObject({
    ...{ verdict: 'retry', responseStatus: 403 },
  });
});

describe('a response of SES', () => {
  it.each([
    [200, '', 'delivered', undefined],
    [400, 'BadRequestException', 'give_up', 'BadRequestException'],
    [400, 'MessageRejected:http://example.com/', 'retry', 'MessageRejected'],
    [429, 'TooManyRequestsException', 'retry', 'TooManyRequestsException'],
    [503, '', 'retry', null],
  ])('with %i %s has the verdict %s', async (status, type, verdict, code) => {
    let body = '';
    const server = createServer(async (request, response) => {
      for await (const part of request) body += part;
      response.writeHead(status, type === '' ? {} : { 'x-amzn-ErrorType': type }).end('{}');
    });
    const port = await listen(server, 0);
    const { problem, ...sent } = await createSender(`http://127.0.0.1:${port}`)(MAIL);
    server.close();
    expect(sent).toEqual({ verdict, responseStatus: status });
    expect(problem?.params).toEqual(code === undefined ? undefined : { status, code });
    expect(JSON.parse(body)).toMatchObject({
      FromEmailAddress: 'Order Analytics <digest@example.com>',
      Destination: { ToAddresses: ['ann@example.com'] },
      Content: { Simple: { Headers: [{ Name: 'List-Unsubscribe', Value: '<https://example.com/u>' }] } },
      EmailTags: [
        { Name: 'account', Value: 'acc_1' },
        { Name: 'endpoint', Value: 'E' },
      ],
      ConfigurationSetName: 'set',
    });
  });

  it('that never arrives is retried', async () => {
    const server = createServer();
    const port = await listen(server, 0);
    server.close();
    expect(await createSender(`http://127.0.0.1:${port}`)(MAIL)).toMatchObject({
      ...{ verdict: 'retry', responseStatus: undefined },
    });
  });
});
