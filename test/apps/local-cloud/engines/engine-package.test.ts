// Tests how the engine is found on each platform, installed by an exact command, or replaced by DynamoDB Local.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startDynamoDb } from '../../../../apps/local-cloud/engines/dynamodb.ts';
import {
  findEngine,
  installEngine,
  withoutEngine,
} from '../../../../apps/local-cloud/engines/engine-package.ts';
import { findFreePort } from '../../../../apps/local-cloud/free-port.ts';

const root = mkdtempSync(join(tmpdir(), 'order-analytics-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const { optionalDependencies } = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../../../package.json'), 'utf8'),
);
const version = optionalDependencies['@dynoxide/linux-x64'];
const MAC = { platform: 'darwin', arch: 'arm64' };
const WINDOWS = { platform: 'win32', arch: 'x64' };
const WINDOWS_ON_ARM = { platform: 'win32', arch: 'arm64' };

describe('findEngine', () => {
  it.each([
    [MAC, 'dynoxide'],
    [WINDOWS, 'dynoxide.exe'],
  ])('finds the program for %o: %s', (platform, program) => {
    const folder = join(root, 'node_modules', '@dynoxide', `${platform.platform}-${platform.arch}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{}');
    expect(findEngine(platform, root)).toBeUndefined();
    writeFileSync(join(folder, program), '');
    expect(findEngine(platform, root)).toBe(join(folder, program));
  });
});

describe('the local cloud without an engine', () => {
  it('prints the command that installs the engine on the platform, and the alternatives', () => {
    expect(withoutEngine(MAC).split('\n')).toEqual([
      'There is no DynamoDB engine for darwin-arm64 in node_modules.',
      'Install it:',
      `  npm install --no-save @dynoxide/darwin-arm64@${version}`,
      'or let the local cloud do that, once:',
      '  npm start -- --install-engine',
      'Otherwise run DynamoDB Local beside it, with Docker:',
      '  docker run --rm -d -p 127.0.0.1:8000:8000 amazon/dynamodb-local',
      'and start the local cloud on it:',
      '  DYNAMODB_ENDPOINT=http://127.0.0.1:8000 npm start',
    ]);
    expect(withoutEngine(WINDOWS)).toContain("  $env:DYNAMODB_ENDPOINT='http://127.0.0.1:8000'; npm start");
    expect(withoutEngine(WINDOWS_ON_ARM)).not.toContain('npm install');
  });

  it('installs the engine on request, and prints the alternatives if npm fails', async () => {
    const printed: string[] = [];
    const commands: string[][] = [];
    const say = (text: string): void => void printed.push(text);
    await installEngine(say, MAC, async (args) => void commands.push([...args]));
    expect(commands).toEqual([['install', '--no-save', `@dynoxide/darwin-arm64@${version}`]]);
    expect(printed).toEqual([`npm install --no-save @dynoxide/darwin-arm64@${version}`]);
    const fails = installEngine(say, MAC, async () => {
      throw new Error('npm ended with exit code 1');
    });
    await expect(fails).rejects.toThrow(
      `can't be installed: npm ended with exit code 1\n${withoutEngine(MAC)}`,
    );
    await expect(
      installEngine(say, WINDOWS_ON_ARM, async () => expect.fail('nothing to install')),
    ).rejects.toThrow('docker run');
  });
});

it('refuses to start with an endpoint that does not respond, and names it', async () => {
  const endpoint = `http://127.0.0.1:${await findFreePort()}`;
  const start = startDynamoDb({ file: undefined, endpoint, onLoss: () => undefined });
  await expect(start).rejects.toThrow(`nothing responds at DYNAMODB_ENDPOINT=${endpoint}`);
});
