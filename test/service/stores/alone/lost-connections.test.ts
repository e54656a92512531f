// Tests connections on which nothing arrives any more: the client times out and repeats the request on another.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, expect, it } from 'vitest';
import { listen } from '../../../../apps/local-cloud/free-port.ts';
import {
  createDocumentClient,
  createDynamoDbClient,
  OBJECT_REQUESTS,
  SMALL_REQUESTS,
} from '../../../../src/service/aws/clients.ts';
import { createS3Client } from '../../../../src/service/aws/s3-client.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const CONNECTION = { region: 'us-east-1', credentials: { accessKeyId: 'k', secretAccessKey: 's' } };
const PATIENCE_MS = 150;

let server: Server | undefined;
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server?.close();
});

/** `answers`: the bytes on the first connection, the second and so on. Nothing more follows. */
async function serve(...answers: readonly string[]): Promise<string> {
  let connections = 0;
  server = createServer((socket) => {
    sockets.add(socket);
    const answer = answers[connections++] ?? '';
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.write(answer));
  });
  return `http://127.0.0.1:${await listen(server, 0)}`;
}

const formatAnswer = (type: string, body: string, bytes = body.length): string =>
  `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${bytes}\r\n\r\n${body}`;

it('sends a request to a table again on another connection', async () => {
  const item = '{"Item":{"pk":{"S":"a"}}}';
  const endpoint = await serve('', formatAnswer('application/x-amz-json-1.0', item));
  const requestHandler = { ...SMALL_REQUESTS, requestTimeout: PATIENCE_MS };
  const client = createDynamoDbClient({ ...CONNECTION, endpoint, requestHandler });
  const { Item } = await createDocumentClient(client).send(
    new GetCommand({ TableName: 't', Key: { pk: 'a' } }),
  );
  expect(Item).toEqual({ pk: 'a' });
  client.destroy();
});

it('fails with an error if the bytes of an object stop arriving', async () => {
  const endpoint = await serve(formatAnswer('text/plain', 'half', 8));
  const requestHandler = { ...OBJECT_REQUESTS, socketTimeout: PATIENCE_MS };
  const client = createS3Client({ ...CONNECTION, endpoint, forcePathStyle: true, requestHandler });
  const { Body } = await client.send(new GetObjectCommand({ Bucket: 'b', Key: 'k' }));
  await expect(Body?.transformToString()).rejects.toThrow('timed out');
  client.destroy();
});

it('creates every client of a function with these limits', () => {
  const files = ['functions', 'src'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  );
  const makers = files.filter((file) =>
    /new (DynamoDB|S3|SQS|SFN)Client\(/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  expect(makers.toSorted()).toEqual(
    ['clients', 's3-client', 'sfn-client', 'sqs-client'].map((name) => `src/service/aws/${name}.ts`),
  );
  for (const maker of makers)
    expect(readFileSync(join(ROOT, maker), 'utf8')).toMatch(/requestHandler: (SMALL|OBJECT)_REQUESTS/);
});
