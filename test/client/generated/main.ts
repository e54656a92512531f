// npm run generators: openapi-generator writes a Python and a Go client from docs/openapi.json, and each runs a whole flow
// on a local cloud. What is missing on this machine is named and its language is not run. Exits with 1 if a flow fails.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startTarget } from '../../../quality/harness/target.ts';
import { spawnCommand } from './spawn-command.ts';

const HERE = import.meta.dirname;
const DOCUMENT = resolve(HERE, '../../../docs/openapi.json');
const GENERATOR = 'openapi-generator-cli';
const OF_GENERATOR = `${GENERATOR} (pip install openapi-generator-cli; it needs Java 11)`;

interface Generated {
  readonly language: 'python' | 'go';
  /** Commands that must succeed, and what to install if they don't. */
  readonly needs: readonly { readonly command: readonly string[]; readonly missing: string }[];
  readonly properties: string;
  /** Prepares the flow beside the client in `dir` and returns its command. */
  prepare(dir: string): readonly string[];
}

const GENERATOR_NEEDED = { command: [GENERATOR, 'version'], missing: OF_GENERATOR };
const CLIENTS: readonly Generated[] = [
  {
    language: 'python',
    needs: [
      GENERATOR_NEEDED,
      {
        command: ['python3', '-c', 'import pydantic, dateutil, urllib3'],
        missing: 'python3 with pydantic, python-dateutil and urllib3',
      },
    ],
    properties: 'packageName=order_analytics',
    prepare(dir) {
      cpSync(join(HERE, 'flow.py'), join(dir, 'flow.py'));
      return ['python3', join(dir, 'flow.py')];
    },
  },
  {
    language: 'go',
    needs: [GENERATOR_NEEDED, { command: ['go', 'version'], missing: 'go' }],
    properties: 'packageName=orderanalytics',
    prepare(dir) {
      mkdirSync(join(dir, 'flow'));
      cpSync(join(HERE, 'flow.go'), join(dir, 'flow', 'main.go'));
      const manifest = join(dir, 'go.mod');
      writeFileSync(
        manifest,
        readFileSync(manifest, 'utf8').replace(/^module .*$/m, 'module github.com/order-analytics/generated'),
      );
      return ['go', 'run', './flow'];
    },
  },
];

const wanted = process.argv.slice(2);
const chosen = CLIENTS.filter(({ language }) => wanted.length === 0 || wanted.includes(language));
const runnable = chosen.filter(({ language, needs }) => {
  const missing = needs.filter(({ command: [name = '', ...args] }) => spawnSync(name, args).status !== 0);
  for (const need of missing) console.log(`${language}: not run, this machine has no ${need.missing}`);
  return missing.length === 0;
});
if (runnable.length > 0) {
  const target = await startTarget();
  try {
    for (const client of runnable) await runFlow(client, target.baseUrl, target.apiKey);
  } finally {
    await target.stop();
  }
}

async function runFlow(client: Generated, baseUrl: string, apiKey: string): Promise<void> {
  const { language } = client;
  const dir = mkdtempSync(join(tmpdir(), 'order-analytics-generated-'));
  try {
    const document = join(dir, 'openapi.json');
    writeFileSync(document, JSON.stringify(documentFor(language)));
    const options = ['--skip-validate-spec', '--global-property', 'apiTests=false,modelTests=false'];
    await spawnCommand(
      [GENERATOR, 'generate', '-g', language, '-i', document, '-o', dir, ...options, '-p', client.properties],
      dir,
    );
    const [command = '', ...args] = client.prepare(dir);
    console.log(`${language}: ${(await spawnCommand([command, ...args, baseUrl, apiKey], dir)).trim()}`);
  } catch (error) {
    console.log(`${language}: failed\n${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/**
 * The document without what openapi-generator 7.26 writes code for that does not run: in Go, the default of a nullable enum
 * names a type that is not written; in Python, a constant that is a boolean is compared with its name.
 */
function documentFor(language: Generated['language']): unknown {
  return JSON.parse(readFileSync(DOCUMENT, 'utf8'), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    if (language === 'python' && 'const' in value && typeof value.const === 'boolean')
      return without(value, 'const');
    const isNullableEnum = 'enum' in value && Array.isArray(value.enum) && value.enum.includes(null);
    return language === 'go' && isNullableEnum ? without(value, 'default') : value;
  });
}

function without(value: object, name: string): object {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}
