// Implements the part of KMS that secrets need: Encrypt and Decrypt with the keys of the template. The key material is
// one file beside the data that only its user may read; without a data folder it is lost with the process.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { listen } from '../free-port.ts';
import { ACCOUNT, REGION } from '../template.ts';

const MATERIAL_BYTES = 32;
const [NONCE_BYTES, TAG_BYTES] = [12, 16];
const MAX_PLAINTEXT_BYTES = 4_096;

const base64 = v.pipe(
  v.string(),
  v.base64(),
  v.transform((text) => Buffer.from(text, 'base64')),
);
const context = v.optional(v.record(v.string(), v.string()), {});
const encryptInput = v.object({ KeyId: v.string(), Plaintext: base64, EncryptionContext: context });
const decryptInput = v.object({ KeyId: v.string(), CiphertextBlob: base64, EncryptionContext: context });

export const toKeyArn = (id: string): string => `arn:aws:kms:${REGION}:${ACCOUNT}:key/${id}`;

/** An error of the API, by its name. */
class KeyError extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

export interface LocalKeys {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** `arns`: the keys that exist. `file`: stores the key material; undefined stores none. */
export async function startKeys(arns: readonly string[], file: string | undefined): Promise<LocalKeys> {
  const material = readMaterial(file);

  /** Creates the additional data that AES-256-GCM authenticates: another key or another context decrypts nothing. */
  function createAssociatedData(arn: string, given: Readonly<Record<string, string>>): Buffer {
    if (!arns.includes(arn)) throw new KeyError('NotFoundException', `no key ${arn}`);
    const sorted = Object.entries(given).sort(([a], [b]) => (a < b ? -1 : 1));
    return Buffer.from(JSON.stringify([arn, sorted]), 'utf8');
  }

  function encrypt(body: unknown): object {
    const { KeyId, Plaintext, EncryptionContext } = v.parse(encryptInput, body);
    if (Plaintext.length === 0 || Plaintext.length > MAX_PLAINTEXT_BYTES)
      throw new KeyError('ValidationException', `expected 1 to ${MAX_PLAINTEXT_BYTES} bytes`);
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', material, nonce);
    cipher.setAAD(createAssociatedData(KeyId, EncryptionContext));
    const sealed = Buffer.concat([cipher.update(Plaintext), cipher.final()]);
    return {
      KeyId,
      CiphertextBlob: Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64'),
    };
  }

  function decrypt(body: unknown): object {
    const { KeyId, CiphertextBlob, EncryptionContext } = v.parse(decryptInput, body);
    const aad = createAssociatedData(KeyId, EncryptionContext);
    try {
      const decipher = createDecipheriv('aes-256-gcm', material, CiphertextBlob.subarray(0, NONCE_BYTES));
      decipher.setAAD(aad);
      decipher.setAuthTag(CiphertextBlob.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const sealed = CiphertextBlob.subarray(NONCE_BYTES + TAG_BYTES);
      const opened = Buffer.concat([decipher.update(sealed), decipher.final()]);
      return { KeyId, Plaintext: opened.toString('base64') };
    } catch {
      throw new KeyError(
        'InvalidCiphertextException',
        'the ciphertext does not belong to this key and context',
      );
    }
  }

  async function answer(request: IncomingMessage): Promise<object> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part));
    const body: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'));
    const operation = String(request.headers['x-amz-target']).split('.').at(-1);
    if (operation === 'Encrypt') return encrypt(body);
    if (operation === 'Decrypt') return decrypt(body);
    throw new KeyError('UnsupportedOperationException', `${operation} is not supported`);
  }

  const server = createServer(async (request, response) => {
    response.setHeader('Content-Type', 'application/x-amz-json-1.1');
    try {
      response.end(JSON.stringify(await answer(request)));
    } catch (error) {
      const isExpected = error instanceof KeyError || error instanceof v.ValiError;
      response.statusCode = isExpected ? 400 : 500;
      const type =
        error instanceof KeyError ? error.type : isExpected ? 'ValidationException' : 'KMSInternalException';
      response.end(
        JSON.stringify({ __type: type, message: error instanceof Error ? error.message : String(error) }),
      );
    }
  });
  const port = await listen(server, 0);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Throws if the file holds no key: a new key would make every stored secret unreadable. */
function readMaterial(file: string | undefined): Buffer {
  if (file === undefined || !existsSync(file)) {
    const material = randomBytes(MATERIAL_BYTES);
    if (file === undefined) return material;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${material.toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
    return material;
  }
  const material = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (material.length !== MATERIAL_BYTES)
    throw new Error(`${file}: expected ${MATERIAL_BYTES} bytes in base64, got ${material.length}`);
  return material;
}
