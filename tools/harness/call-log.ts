// Logs the AWS calls of a test run's functions: every local cloud appends new ones to a file of its process, in a
// folder that the run sets.
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { recordedCall } from '../../apps/local-cloud/functions/recorded-call.ts';
import type { LocalCloudOptions } from '../../apps/local-cloud/local-cloud-options.ts';

export const CALL_LOG = 'CALL_LOG';

/** `fn`: the function's logical id. */
const callOfFunction = v.object({ fn: v.string(), ...recordedCall.entries });
export type CallOfFunction = v.InferOutput<typeof callOfFunction>;

const known = new Set<string>();

/** Returns an option of the local cloud; empty if nothing is recorded. */
export function createCallLog(): Pick<LocalCloudOptions, 'onCall'> {
  const folder = process.env[CALL_LOG];
  if (folder === undefined) return {};
  return {
    onCall(fn, { action, resource, context }) {
      const line = JSON.stringify({ fn, action, resource: withoutNames(resource), context });
      if (known.has(line)) return;
      known.add(line);
      appendFileSync(join(folder, `${process.pid}.jsonl`), `${line}\n`);
    },
  };
}

/** An execution's name is a report's or an erasure's id. */
function withoutNames(resource: string): string {
  return resource.replace(/(:execution:[^:]+):.*$/, '$1:name');
}

export function readCallLog(folder: string): CallOfFunction[] {
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'));
  const line = v.pipe(v.string(), v.parseJson(), callOfFunction);
  return [...new Set(lines)]
    .filter((one) => one !== '')
    .sort()
    .map((one) => v.parse(line, one));
}
