// An outcome for people: a line an operation, then the findings with what sends them again.
import type { FuzzOutcome } from './run.ts';

export function report({
  requests,
  seconds,
  by_operation,
  imports_ended,
  reports_ended,
  erasures_ended,
  findings,
}: FuzzOutcome): string {
  const lines = Object.entries(by_operation).map(([operation, statuses]) => {
    const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
    return `${operation.padEnd(24)} ${counts.join('  ')}`;
  });
  const shown = findings.map(({ seed, problem, request }) => `seed ${seed}: ${problem}\n  ${request}`);
  return [
    ...lines,
    `${imports_ended} imports, ${reports_ended} reports and ${erasures_ended} erasures ended`,
    ...shown,
    `${requests} requests in ${seconds} s: ${findings.length} findings`,
  ].join('\n');
}
