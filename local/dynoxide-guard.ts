// Runs the engine that its arguments name until stdin closes. The system closes it when the process at the other end
// is gone, however that ended, so no engine is left behind on a data folder that the next start wants.
import { spawn } from 'node:child_process';

const GRACE_MS = 2_000;

const [binary = '', ...args] = process.argv.slice(2);
const engine = spawn(binary, args, { stdio: ['ignore', 'ignore', 'inherit'] });
engine.once('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
engine.once('exit', (code) => process.exit(code ?? 0));

function end(): void {
  engine.kill('SIGTERM');
  setTimeout(() => engine.kill('SIGKILL'), GRACE_MS);
}
process.stdin.once('end', end).once('error', end).resume();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
