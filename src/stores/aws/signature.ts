// Signature version 4 of a JSON request to a service, as the SDK signs it. The key of a day is derived once.
// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';

const ALGORITHM = 'AWS4-HMAC-SHA256';

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Where a signature holds. */
export interface Scope {
  readonly region: string;
  readonly service: string;
}

/** The Authorization header of a POST to `/`. `headers`: all that are signed, lower-case; one is `x-amz-date`. */
export function authorizationOf(
  headers: Readonly<Record<string, string>>,
  bodyHash: string,
  credentials: Credentials,
  { region, service }: Scope,
): string {
  const date = headers['x-amz-date'] ?? '';
  const day = date.slice(0, 8);
  const names = Object.keys(headers).sort();
  const signed = names.join(';');
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('');
  const canonical = `POST\n/\n\n${lines}\n${signed}\n${bodyHash}`;
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = `${ALGORITHM}\n${date}\n${scope}\n${hash('sha256', canonical, 'hex')}`;
  const signature = createHmac('sha256', keyOf(credentials, scope)).update(text).digest('hex');
  return `${ALGORITHM} Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=${signed}, Signature=${signature}`;
}

let derived: { readonly secret: string; readonly scope: string; readonly key: KeyObject } | undefined;

function keyOf({ secretAccessKey: secret }: Credentials, scope: string): KeyObject {
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
