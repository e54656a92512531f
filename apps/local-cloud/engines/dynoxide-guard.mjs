// Runs the engine named by its arguments until stdin closes. The operating system closes stdin when the parent process
// is gone, however it ended, so no engine keeps running on a data folder that the next start needs. Plain JavaScript:
// Node reads no types in the folder of an installed package.
import { spawn } from 'node:child_process';

const GRACE_MS = 2_000;

const [binary = '', ...args] = process.argv.slice(2);
const engine = spawn(binary, args, { stdio: ['ignore', 'ignore', 'inherit'] });
engine.once('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
engine.once('exit', (code) => process.exit(code ?? 0));

function end() {
  engine.kill('SIGTERM');
  setTimeout(() => engine.kill('SIGKILL'), GRACE_MS);
}
process.stdin.once('end', end).once('error', end).resume();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, end);
