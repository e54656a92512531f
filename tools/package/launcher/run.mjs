// Runs the command line of the installed package in this process. Keeps compiled code for the next run.

import * as modules from 'node:module';
import './older-node.mjs';
import { homedir } from 'node:os';
import { join } from 'node:path';

hideExperimentalWarnings();
// Needs Node 22.8 or newer. Function workers get the folder by the variable.
const cache = process.env.NODE_COMPILE_CACHE ?? join(homedir(), '.cache', 'order-analytics', 'compiled');
if (modules.enableCompileCache?.(cache)?.directory !== undefined) process.env.NODE_COMPILE_CACHE = cache;
await import(new URL('../program/main.mjs', import.meta.url).href);

/** Node 22 and 24 warn once per process that node:sqlite is experimental. */
function hideExperimentalWarnings() {
  const { emitWarning } = process;
  process.emitWarning = (warning, ...rest) => {
    const [first] = rest;
    const type = typeof first === 'object' ? first?.type : first;
    if (type === 'ExperimentalWarning') return;
    emitWarning.call(process, warning, ...rest);
  };
}
