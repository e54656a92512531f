// Holds the calls of a test run against the recorded ones. A whole run must make all of them: what no run makes any more
// is no proof that a grant is used. UPDATE=1 records the calls of the run instead.
import type { CallOfFunction } from '../../harness/call-log.ts';
import { readRecordedCalls, writeRecordedCalls } from './recorded-calls.ts';

/** Throws if the calls differ from the recorded ones. `isWhole`: all tests ran. */
export function checkRun(made: readonly CallOfFunction[], isWhole: boolean): void {
  const recorded = readRecordedCalls();
  if (process.env.UPDATE === '1') {
    const names = new Map([...(isWhole ? [] : recorded), ...made].map((call) => [nameOf(call), call]));
    writeRecordedCalls([...names.values()]);
    return;
  }
  const problems = differences(recorded, made, isWhole);
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

export function differences(
  recorded: readonly CallOfFunction[],
  made: readonly CallOfFunction[],
  isWhole: boolean,
): string[] {
  const [known, found] = [recorded, made].map((calls) => new Set(calls.map(nameOf)));
  const added = [...(found ?? [])].filter((name) => known?.has(name) !== true);
  const gone = isWhole ? [...(known ?? [])].filter((name) => found?.has(name) !== true) : [];
  const howTo = 'UPDATE=1 npm test records the calls in test/permissions/recorded-calls.json';
  return [
    ...added.map((name) => `this run made a call that is not recorded: ${name}; ${howTo}`),
    ...gone.map((name) => `no test made the recorded call ${name}; ${howTo}`),
  ];
}

function nameOf({ fn, action, resource }: CallOfFunction): string {
  return `${fn} ${action} ${resource}`;
}
