// node bin/beside.mjs SCRIPT…: runs scripts of package.json beside each other, and prints the output of each when it ends. Fails
// if one of them fails, after all have ended: one run shows everything that is wrong.
import { spawn } from 'node:child_process';

/** Set by npm. */
const npm = process.env.npm_execpath;
if (npm === undefined) throw new Error('npm starts this: npm test');

/** tsc and esbuild, in Go, end soon: collecting garbage at four times the memory saves a fifth of their processor time. */
const env = { GOGC: '400', ...process.env };

const codes = await Promise.all(process.argv.slice(2).map(ran));
process.exitCode = Math.max(...codes);

function ran(script) {
  const began = performance.now();
  const child = spawn(process.execPath, [npm, 'run', '-s', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve) =>
    child.on('close', (code) => {
      const seconds = ((performance.now() - began) / 1_000).toFixed(1);
      console.log(`${script}: ${code === 0 ? 'passed' : 'failed'} in ${seconds} s\n${output}`);
      resolve(code ?? 1);
    }),
  );
}
