// Tests secrets at rest: sealed and opened with KMS's own client against the keys of the local cloud.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KMSClient } from '@aws-sdk/client-kms';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LOCAL_CREDENTIALS } from '../../../../apps/local-cloud/engines/dynamodb.ts';
import { startKeys } from '../../../../apps/local-cloud/engines/keys.ts';
import {
  createOpenSecret,
  createSealSecret,
  MAX_SECRET_BYTES,
} from '../../../../src/service/secrets/sealed-secrets.ts';

const KEY = 'arn:aws:kms:us-east-1:000000000000:key/Secrets';
const owner = { accountId: 'acc_1', kind: 'destination', id: 'd1' };

async function startSecrets({ file, arns = [KEY] }: { file?: string; arns?: string[] } = {}) {
  const { endpoint, stop } = await startKeys(arns, file);
  const kms = new KMSClient({
    endpoint,
    region: 'us-east-1',
    credentials: LOCAL_CREDENTIALS,
    maxAttempts: 1,
  });
  onTestFinished(async () => {
    kms.destroy();
    await stop();
  });
  return { seal: createSealSecret(kms, KEY), open: createOpenSecret(kms, KEY), kms };
}

function createKeyPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'keys-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'data', 'secrets.key');
}

describe('a sealed secret', () => {
  it('is opened for its owner only, and does not contain the secret', async () => {
    const { seal, open } = await startSecrets();
    const sealed = await seal('whsec_very secret', owner);
    expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('secret');
    await expect(open(sealed, owner)).resolves.toBe('whsec_very secret');
    for (const other of [{ accountId: 'acc_2' }, { kind: 'webhook' }, { id: 'd2' }])
      await expect(open(sealed, { ...owner, ...other })).rejects.toMatchObject({
        name: 'InvalidCiphertextException',
      });
    await expect(seal('whsec_very secret', owner)).resolves.not.toBe(sealed);
  });

  it('holds up to 4,096 bytes', async () => {
    const { seal, open } = await startSecrets();
    const longest = 'ä'.repeat(MAX_SECRET_BYTES / 2);
    await expect(open(await seal(longest, owner), owner)).resolves.toBe(longest);
    await expect(seal(`${longest}.`, owner)).rejects.toThrow('4096 bytes');
  });

  it('is opened after a restart with the same file, which only its user may read, and not with another file', async () => {
    const file = createKeyPath();
    const sealed = await (await startSecrets({ file })).seal('s', owner);
    await expect((await startSecrets({ file })).open(sealed, owner)).resolves.toBe('s');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await expect((await startSecrets({ file: createKeyPath() })).open(sealed, owner)).rejects.toMatchObject({
      name: 'InvalidCiphertextException',
    });
  });

  it('is not sealed with a key that the template does not have', async () => {
    const { seal } = await startSecrets({ arns: [] });
    await expect(seal('s', owner)).rejects.toMatchObject({ name: 'NotFoundException' });
  });
});

it('refuses a file that is not a key, and does not replace it', async () => {
  const file = createKeyPath();
  await startSecrets({ file });
  writeFileSync(file, 'c2hvcnQ=\n');
  await expect(startKeys([KEY], file)).rejects.toThrow('expected 32 bytes in base64, got 5');
  expect(readFileSync(file, 'utf8')).toBe('c2hvcnQ=\n');
});
