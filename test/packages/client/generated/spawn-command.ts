// Runs a command to its end and returns what it printed. Asynchronously, since the local cloud is in this process.
import { spawn } from 'node:child_process';

/** Throws with all that was printed if the command fails. */
export function spawnCommand([command = '', ...args]: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let errors = '';
    child.stdout.on('data', (part) => {
      output += String(part);
    });
    child.stderr.on('data', (part) => {
      errors += String(part);
    });
    child.on('error', reject);
    child.on('close', (status) => {
      if (status === 0) resolve(output);
      else reject(new Error(`${command} ended with ${status}: ${output}${errors}`));
    });
  });
}
