// Loads the console's own views as a script for Node, and their style sheet, to draw a report's page. The published
// package replaces this module with one that holds the built script.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DrawReport } from '../../../packages/report-parts/saved.ts';
import { buildPageScript } from './build-page-script.ts';

export interface PageScript {
  readonly drawReport: DrawReport;
  readonly style: string;
}

let loaded: Promise<PageScript> | undefined;

export function loadPageScript(): Promise<PageScript> {
  loaded ??= load(join(import.meta.dirname, '../../..'));
  return loaded;
}

async function load(root: string): Promise<PageScript> {
  const { script, style } = buildPageScript(root);
  const folder = join(root, 'dist', 'page');
  const file = join(folder, `${createHash('sha256').update(script).digest('hex').slice(0, 16)}.mjs`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, script);
  const { drawReport } = await import(pathToFileURL(file).href);
  return { drawReport, style };
}
