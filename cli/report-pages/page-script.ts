// The page's only script, and the policy that lets it run and nothing else.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const SCRIPT = readFileSync(join(import.meta.dirname, 'table-tools.js'), 'utf8').replaceAll(
  '\r\n',
  '\n',
);

const hash = createHash('sha256').update(SCRIPT).digest('base64');

export const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  `script-src 'sha256-${hash}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
