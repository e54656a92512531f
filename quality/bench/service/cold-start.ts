// A cold start without the machine around it: an empty process starts Node, loads the function's bundle as it is deployed
// and answers its first request, on the embedded engine as the table.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { localAssembly } from '../../../bin/local-assembly.ts';
import type { ApiEvent } from '../../../src/http/call.ts';
import { context } from '../../harness/api-event.ts';

const PROGRAM = `
const { handler } = await import(process.env.BUNDLE);
const { event, context } = JSON.parse(process.env.REQUEST);
context.getRemainingTimeInMillis = () => 29_000;
const { statusCode } = await handler(event, context);
const { user, system } = process.cpuUsage();
process.stdout.write(JSON.stringify({ statusCode, cpuMs: (user + system) / 1_000 }), () => process.exit(0));
`;

const functions = v.record(
  v.string(),
  v.object({
    Properties: v.optional(
      v.object({
        Description: v.optional(v.unknown()),
        Code: v.optional(v.object({ S3Key: v.optional(v.string()) })),
      }),
    ),
  }),
);

/** The bundle in the synthesized assembly of the function with this description. */
async function bundleOf(description: string): Promise<string> {
  const { template, assemblyDir } = await localAssembly();
  const { Resources } = v.parse(v.object({ Resources: functions }), template);
  const found = Object.values(Resources).find(({ Properties }) => Properties?.Description === description);
  const archive = found?.Properties?.Code?.S3Key;
  if (archive === undefined) throw new Error(`no function is described as ${description}`);
  return join(assemblyDir, `asset.${archive.replace(/\.zip$/, '')}`, 'index.mjs');
}

export interface ColdStart {
  /** From the start of the process to its first response. */
  readonly ms: number;
  /** Of the processor, also on a machine that is busy with something else. */
  readonly cpuMs: number;
}

/** One process after the other. */
export async function coldStarts(
  description: string,
  event: ApiEvent,
  environment: Readonly<Record<string, string>>,
  starts: number,
): Promise<{ readonly kB: number; readonly starts: readonly ColdStart[] }> {
  const bundle = await bundleOf(description);
  const { getRemainingTimeInMillis: _, done: __, fail: ___, succeed: ____, ...plain } = context;
  const env = {
    ...environment,
    PATH: process.env.PATH ?? '',
    BUNDLE: bundle,
    REQUEST: JSON.stringify({ event, context: plain }),
  };
  const measured: ColdStart[] = [];
  for (let start = 0; start < starts; start++) measured.push(await coldStart(env));
  return { kB: Math.round(readFileSync(bundle).length / 1_000), starts: measured };
}

const answer = v.object({ statusCode: v.literal(200), cpuMs: v.number() });

function coldStart(env: Readonly<Record<string, string>>): Promise<ColdStart> {
  const began = performance.now();
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    let ms = 0;
    let text = '';
    child.stdout.on('data', (part: Buffer) => {
      ms = performance.now() - began;
      text += part.toString('utf8');
    });
    child.on('error', reject);
    child.on('close', () => {
      const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), answer), text);
      if (parsed.success) resolve({ ms, cpuMs: parsed.output.cpuMs });
      else reject(new Error(`the process printed ${text}`));
    });
  });
}
