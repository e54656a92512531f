// The calls of all functions, as test runs have recorded them; one a line in recorded-calls.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { type CallOfFunction, callOfFunction } from '../../harness/call-log.ts';

const FILE = join(import.meta.dirname, 'recorded-calls.json');
const calls = v.pipe(v.string(), v.parseJson(), v.array(callOfFunction));

export function readRecordedCalls(): CallOfFunction[] {
  return v.parse(calls, readFileSync(FILE, 'utf8'));
}

export function writeRecordedCalls(recorded: readonly CallOfFunction[]): void {
  const lines = recorded.map((call) => JSON.stringify(call)).sort();
  writeFileSync(FILE, `[\n  ${lines.join(',\n  ')}\n]\n`);
}
