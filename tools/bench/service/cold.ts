// Measures a cold start: from an empty process to a function's first response, by its bundle. The request has an
// unknown key, so that the response needs the client of the table and one read; a stub of an empty table answers it at
// once.
import { type ChildProcess, fork } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { LOCAL_CREDENTIALS } from '../../../apps/local-cloud/engines/dynamodb.ts';
import { functionProperties } from '../../../apps/local-cloud/functions/functions.ts';
import { createResolver, parseTemplate, REGION } from '../../../apps/local-cloud/template.ts';
import { loadLocalAssembly } from '../../../bin/local-assembly.ts';
import { createApiKey } from '../../../src/analysis/accounts/api-key.ts';
import { createApiEvent } from '../../harness/api-event.ts';
import { reportCase } from '../measuring/figures.ts';

const measured = v.object({
  statusCode: v.number(),
  load_ms: v.number(),
  answer_ms: v.number(),
  cpu_ms: v.number(),
});
type Measured = v.InferOutput<typeof measured> & { readonly start_to_answer_ms: number };

interface ColdFunction {
  readonly name: string;
  readonly bundle: string;
  readonly environment: Readonly<Record<string, string>>;
}

export async function benchCold(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      runs: { type: 'string', default: '20' },
      function: { type: 'string', multiple: true },
      'compile-cache': { type: 'boolean', default: false },
    },
  });
  const wanted = values.function;
  const functions = (await listApiFunctions()).filter(({ name }) => wanted?.includes(name) ?? true);
  const table = await startEmptyTable();
  const cache = values['compile-cache'] ? mkdtempSync(join(tmpdir(), 'order-analytics-cold-')) : undefined;
  const shared = {
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
    AWS_ENDPOINT_URL: table.url,
    POWERTOOLS_LOG_LEVEL: 'SILENT',
    ...(cache !== undefined && { NODE_COMPILE_CACHE: cache }),
  };
  try {
    const runs = new Map<ColdFunction, Measured[]>(functions.map((fn) => [fn, []]));
    // Functions take turns, so that other load on the machine affects all of them alike. With a cache, the first round
    // fills it.
    for (let round = cache === undefined ? 0 : -1; round < Number(values.runs); round++) {
      for (const [fn, known] of runs) {
        const run = await runCold(fn, shared);
        if (round >= 0) known.push(run);
      }
    }
    for (const [{ name, bundle }, known] of runs) {
      reportCase(`cold ${name}`, {
        status: known[0]?.statusCode,
        bundle_kb: Math.round(statSync(bundle).size / 1_000),
        ...Object.fromEntries(
          (['start_to_answer_ms', 'load_ms', 'answer_ms', 'cpu_ms'] as const).map((figure) => [
            figure,
            computeMedian(known.map((run) => run[figure])),
          ]),
        ),
        least_cpu_ms: Math.round(Math.min(...known.map(({ cpu_ms }) => cpu_ms))),
        runs: known.length,
      });
    }
  } finally {
    table.stop();
    if (cache !== undefined) rmSync(cache, { recursive: true, force: true });
  }
}

/** Lists the functions that answer requests of consumers, with the environment that the template gives them. */
async function listApiFunctions(): Promise<ColdFunction[]> {
  const { template, assemblyDir } = await loadLocalAssembly();
  const { Resources } = parseTemplate(template);
  const resolve = createResolver(
    new Map(
      Object.entries(Resources).map(([id, { Type }]) => [
        id,
        { ref: id, attributes: { Arn: `arn:aws:${Type.split('::')[1]}:${REGION}::${id}`, QueueName: id } },
      ]),
    ),
  );
  return Object.entries(Resources).flatMap(([id, { Type, Properties }]) => {
    if (Type !== 'AWS::Lambda::Function' || !id.startsWith('Http')) return [];
    const { Code, Environment } = v.parse(functionProperties, resolve(Properties));
    const bundle = join(assemblyDir, `asset.${Code.S3Key.replace(/\.zip$/, '')}`, 'index.mjs');
    const [, name = id] = /^Http(.+)Function[0-9A-F]{8}$/.exec(id) ?? [];
    return [{ name, bundle, environment: Environment.Variables }];
  });
}

async function runCold(
  { name, bundle, environment }: ColdFunction,
  shared: Readonly<Record<string, string>>,
): Promise<Measured> {
  const key = createApiKey(randomInt);
  const request = JSON.stringify({
    bundle: pathToFileURL(bundle).href,
    event: createApiEvent(`Bearer ${key}`),
  });
  const began = performance.now();
  const child = fork(join(import.meta.dirname, 'cold-process.mjs'), [request], {
    env: { ...environment, ...shared },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  });
  const sent = await awaitFirstMessage(child);
  const start_to_answer_ms = performance.now() - began;
  if (sent === undefined) throw new Error(`${name} ended without a response`);
  return { ...v.parse(measured, sent), start_to_answer_ms };
}

/** Resolves with undefined if the process ends without a message. */
function awaitFirstMessage(child: ChildProcess): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  child.once('message', resolve);
  child.once('error', reject);
  child.once('exit', () => resolve(undefined));
  return promise;
}

/** Starts a stub that answers every read like a table without items. */
async function startEmptyTable(): Promise<{ readonly url: string; stop(): void }> {
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => {
      response.setHeader('content-type', 'application/x-amz-json-1.0');
      response.end('{}');
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('expected an address with a port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function computeMedian(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return Math.round((low + high) / 2);
}
