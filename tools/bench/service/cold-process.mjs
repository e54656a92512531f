// Loads one bundle in a new process, handles one event, and prints the durations.
import { performance } from 'node:perf_hooks';

const { bundle, event } = JSON.parse(process.argv[2] ?? '{}');
const began = performance.now();
const { handler } = await import(bundle);
const loaded = performance.now();
const { statusCode } = await handler(event, {
  awsRequestId: '1b2c3d4e-0000-4000-8000-123456789abc',
  functionName: 'cold',
  getRemainingTimeInMillis: () => 29_000,
});
const answered = performance.now();
const { user, system } = process.cpuUsage();
process.send({
  statusCode,
  load_ms: loaded - began,
  answer_ms: answered - loaded,
  cpu_ms: (user + system) / 1_000,
});
process.disconnect();
