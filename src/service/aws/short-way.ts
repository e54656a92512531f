// Sends the bulk requests of ingest and reports without the SDK's middleware. For each request, the SDK finds
// endpoint, identity and signer again, and walks input and output by the schema of the operation: three times
// the processor time of HTTP, JSON and a signature together. A client's first request uses the SDK, which
// yields the endpoint. If the result is neither a success nor a failed condition, the SDK repeats the
// request, with its own attempts and errors.
import { createHmac, createSecretKey, hash, type KeyObject, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  type CancellationReason,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClientCommand } from '@aws-sdk/lib-dynamodb';
import { type Attributes, toAttributes, toItem } from './attributes.ts';
import { waitWithJitter } from './dynamodb-errors.ts';

// Signature version 4 of a JSON request to a service, as the SDK signs it. The key of a day is derived once.
// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html

const ALGORITHM = 'AWS4-HMAC-SHA256';

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Region and service for which a signature is valid. */
export interface Scope {
  readonly region: string;
  readonly service: string;
}

/**
 * The Authorization header of a POST to `path`, which needs no encoding. `headers`: all signed headers, lower-case, including
 * `x-amz-date`.
 */
export function computeAuthorization(
  headers: Readonly<Record<string, string>>,
  bodyHash: string,
  credentials: Credentials,
  { region, service }: Scope,
  path = '/',
): string {
  const date = headers['x-amz-date'] ?? '';
  const day = date.slice(0, 8);
  const names = Object.keys(headers).sort();
  const signed = names.join(';');
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('');
  const canonical = `POST\n${path}\n\n${lines}\n${signed}\n${bodyHash}`;
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = `${ALGORITHM}\n${date}\n${scope}\n${hash('sha256', canonical, 'hex')}`;
  const signature = createHmac('sha256', deriveKey(credentials, scope)).update(text).digest('hex');
  return `${ALGORITHM} Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=${signed}, Signature=${signature}`;
}

let derived: { readonly secret: string; readonly scope: string; readonly key: KeyObject } | undefined;

function deriveKey({ secretAccessKey: secret }: Credentials, scope: string): KeyObject {
  if (derived?.secret !== secret || derived.scope !== scope) {
    const key = scope
      .split('/')
      .reduce<string | Buffer>(
        (from, part) => createHmac('sha256', from).update(part).digest(),
        `AWS4${secret}`,
      );
    derived = { secret, scope, key: createSecretKey(Buffer.from(key)) };
  }
  return derived.key;
}

/** Three attempts of the SDK with 8 s each stay below an endpoint's time limit, 29 s. */
const REQUEST_TIMEOUT_MS = 4_000;

type Request = Parameters<DynamoDBClient['config']['requestHandler']['handle']>[0];

/** The address of a client's requests, and the scope of their signatures. */
interface Way {
  readonly request: Request;
  readonly scope: Scope;
}

/** Form of the values in a command's input: attribute values, or those of the document client. */
type Form = 'attributes' | 'values';

/** Fields of responses; each command has some of them. */
interface Result {
  readonly Item?: Attributes;
  readonly Attributes?: Attributes;
  readonly LastEvaluatedKey?: Attributes;
  readonly Items?: readonly Attributes[];
}

interface Failure {
  readonly __type?: string;
  readonly message?: string;
  readonly Message?: string;
  readonly Item?: Attributes;
  readonly CancellationReasons?: CancellationReason[];
}

/** Forms by command input. */
const forms = new WeakMap<object, Form>();

/**
 * Marks the command for the short way: `db.send(markShort(new GetCommand(…)))`. Other clients send it as
 * usual.
 */
export function markShort<C extends { readonly input: object }>(command: C): C {
  forms.set(command.input, command instanceof DynamoDBDocumentClientCommand ? 'values' : 'attributes');
  return command;
}

/** Opens the short way of a client, once. */
export function openShortWay(client: DynamoDBClient): void {
  const { config, middlewareStack } = client;
  let way: Way | undefined;
  middlewareStack.add(
    (next) => async (args) => {
      way ??= findWay(args.request);
      return next(args);
    },
    { step: 'finalizeRequest', priority: 'low', name: 'showWay', override: true },
  );
  middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const form = forms.get(args.input);
        // A client with one attempt uses the SDK, because a fallback would be a second attempt.
        if (way === undefined || form === undefined || (await config.maxAttempts()) === 1) return next(args);
        const operation = commandName.replace(/Command$/, '');
        // All attempts share the token, so that they have one effect.
        const input = operation === 'TransactWriteItems' ? withToken(args.input) : args.input;
        const output = await attempt(way, operation, input, form);
        return output === undefined ? next({ ...args, input }) : { response: undefined, output };
      },
    { step: 'initialize', priority: 'low', name: 'shortWay', override: true },
  );

  /**
   * Undefined if the SDK has to send the request. Throws the SDK's error for a condition that does not hold.
   */
  async function attempt(way: Way, operation: string, input: object, form: Form) {
    try {
      const result = await ask(way, operation, form === 'values' ? marshalInput(input) : input);
      return {
        ...(form === 'values' ? unmarshalResult(result) : result),
        $metadata: { httpStatusCode: 200 },
      };
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException || error instanceof TransactionCanceledException)
        throw error;
      await waitWithJitter(0);
      return undefined;
    }
  }

  async function ask({ request, scope }: Way, operation: string, input: object): Promise<Result> {
    const body = Buffer.from(JSON.stringify(input));
    const { accessKeyId, secretAccessKey, sessionToken } = await config.credentials();
    const bodyHash = hash('sha256', body, 'hex');
    const signed = {
      host: request.headers.host ?? '',
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-content-sha256': bodyHash,
      'x-amz-date': new Date().toISOString().replace(/[:-]|\.\d{3}/g, ''),
      'x-amz-target': `DynamoDB_20120810.${operation}`,
      ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
    };
    const sent = request.clone();
    sent.body = body;
    sent.headers = {
      ...signed,
      'content-length': String(body.length),
      'user-agent': request.headers['user-agent'] ?? '',
      authorization: computeAuthorization(signed, bodyHash, { accessKeyId, secretAccessKey }, scope),
    };
    const { response } = await config.requestHandler.handle(sent, { requestTimeout: REQUEST_TIMEOUT_MS });
    const text = await readText(response.body);
    if (response.statusCode === 200) return parseResult(text);
    throw parseRefusal(text);
  }
}

/** Undefined for a request that is not signed as expected. */
function findWay(request: unknown): Way | undefined {
  if (!isRequest(request)) return undefined;
  const [, region, service] =
    /Credential=[^/]+\/\d+\/([^/]+)\/([^/]+)\//.exec(request.headers.authorization ?? '') ?? [];
  return region === undefined || service === undefined ? undefined : { request, scope: { region, service } };
}

function isRequest(request: unknown): request is Request {
  return typeof request === 'object' && request !== null && 'clone' in request && 'headers' in request;
}

function withToken<Input extends object>(input: Input): Input {
  return 'ClientRequestToken' in input ? input : { ...input, ClientRequestToken: randomUUID() };
}

const VALUES = ['Key', 'ExpressionAttributeValues', 'ExclusiveStartKey'];

function marshalInput(input: object): object {
  return Object.fromEntries(
    Object.entries(input).map(([member, value]) =>
      VALUES.includes(member) && typeof value === 'object' && value !== null
        ? [member, toAttributes(value)]
        : [member, value],
    ),
  );
}

function unmarshalResult<R extends Result>({ Item, Attributes, LastEvaluatedKey, Items, ...rest }: R) {
  return {
    ...rest,
    ...(Item && { Item: toItem(Item) }),
    ...(Attributes && { Attributes: toItem(Attributes) }),
    ...(LastEvaluatedKey && { LastEvaluatedKey: toItem(LastEvaluatedKey) }),
    ...(Items && { Items: Items.map(toItem) }),
  };
}

function parseResult(text: string): Result {
  return JSON.parse(text);
}

/** The SDK's error for a condition that does not hold. */
function parseRefusal(text: string): Error {
  const failure: Failure = JSON.parse(text);
  const common = { $metadata: { httpStatusCode: 400 }, message: failure.message ?? failure.Message ?? '' };
  switch (failure.__type?.split('#').at(-1)) {
    case 'ConditionalCheckFailedException':
      return new ConditionalCheckFailedException({ ...common, ...(failure.Item && { Item: failure.Item }) });
    case 'TransactionCanceledException':
      return new TransactionCanceledException({
        ...common,
        CancellationReasons: failure.CancellationReasons ?? [],
      });
    default:
      return new Error(failure.__type);
  }
}

/** Rejects where the connection ends before its body. */
function readText(body: unknown): Promise<string> {
  if (!(body instanceof Readable)) throw new TypeError('expected a stream');
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    body
      .on('data', (part: Buffer) => parts.push(part))
      .once('end', () => resolve(Buffer.concat(parts).toString()))
      .once('error', reject);
  });
}
