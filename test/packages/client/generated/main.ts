// npm run generators: openapi-generator writes clients in Python, Go and Java from the OpenAPI document as it is
// published, and each runs a whole flow on a local cloud. What is missing on this machine is named and its language is not
// run. Exits with 1 if a flow fails.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OPENAPI_FILE } from '../../../../src/openapi/document-file.ts';
import { startTarget } from '../../../../tools/harness/target.ts';
import { spawnCommand } from './spawn-command.ts';

const HERE = import.meta.dirname;
const GENERATOR = 'openapi-generator-cli';
const OF_GENERATOR = `${GENERATOR} (pip install openapi-generator-cli; it needs Java 11)`;

interface Generated {
  readonly language: string;
  /** openapi-generator's name of it. */
  readonly generator: string;
  /** Commands that must succeed, and what to install if they don't. */
  readonly needs: readonly { readonly command: readonly string[]; readonly missing: string }[];
  readonly properties: string;
  /** Prepares the flow beside the client in `dir` and returns its commands; the last one takes the address and the key. */
  prepare(dir: string): readonly (readonly string[])[];
}

const GENERATOR_NEEDED = { command: [GENERATOR, 'version'], missing: OF_GENERATOR };
const CLIENTS: readonly Generated[] = [
  {
    language: 'python',
    generator: 'python',
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
      return [['python3', join(dir, 'flow.py')]];
    },
  },
  {
    language: 'go',
    generator: 'go',
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
      return [['go', 'run', './flow']];
    },
  },
  {
    language: 'java',
    generator: 'java',
    needs: [GENERATOR_NEEDED, { command: ['mvn', '--version'], missing: 'mvn, with Java 11 or newer' }],
    properties:
      'invokerPackage=orderanalytics,apiPackage=orderanalytics.api,modelPackage=orderanalytics.model',
    prepare(dir) {
      cpSync(join(HERE, 'Flow.java'), join(dir, 'src', 'main', 'java', 'Flow.java'));
      const classpath = join(dir, 'classpath.txt');
      return [
        [
          'mvn',
          '-q',
          '-DskipTests',
          'compile',
          'dependency:build-classpath',
          `-Dmdep.outputFile=${classpath}`,
        ],
        ['sh', '-c', `exec java -cp "target/classes:$(cat ${classpath})" Flow "$@"`, 'flow'],
      ];
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
    const options = ['--global-property', 'apiTests=false,modelTests=false'];
    const properties = ['-p', client.properties];
    await spawnCommand(
      [
        GENERATOR,
        'generate',
        '-g',
        client.generator,
        '-i',
        OPENAPI_FILE,
        '-o',
        dir,
        ...options,
        ...properties,
      ],
      dir,
    );
    const commands = client.prepare(dir);
    for (const command of commands.slice(0, -1)) await spawnCommand(command, dir);
    console.log(
      `${language}: ${(await spawnCommand([...(commands.at(-1) ?? []), baseUrl, apiKey], dir)).trim()}`,
    );
  } catch (error) {
    console.log(`${language}: failed\n${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
