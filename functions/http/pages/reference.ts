// GET /openapi.json and GET /docs: the API reference, as OpenAPI and as HTML. Both files are bundled with this
// function.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerPacked } from '../../../src/http/bodies/gzip-answer.ts';
import type { Answer, ApiEvent } from '../../../src/http/call.ts';
import { openEndpoint } from '../../../src/http/endpoint.ts';
import { wireEndpoint } from '../../../src/http/wire.ts';
import { REFERENCE_FILES } from '../../../src/openapi/reference/reference-files.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

/** `read` returns the bytes of a bundled file. */
export function serveReference(read: (name: string) => Buffer): (event: ApiEvent) => Promise<Answer> {
  return async ({ rawPath, headers }) => {
    const accepted = headers['accept-encoding'];
    if (rawPath.endsWith('/docs')) {
      return answerPacked(read(REFERENCE_FILES.page), accepted, {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': read(REFERENCE_FILES.policy).toString('utf8'),
        'X-Content-Type-Options': 'nosniff',
      });
    }
    return answerPacked(read(REFERENCE_FILES.document), accepted, { 'Content-Type': 'application/json' });
  };
}

const kept = new Map<string, Buffer>();
function readBundledFile(name: string): Buffer {
  const bytes = kept.get(name) ?? readFileSync(join(import.meta.dirname, name));
  kept.set(name, bytes);
  return bytes;
}

const { admission } = wireEndpoint(ENVIRONMENT.reference);
export const handler = openEndpoint(admission, serveReference(readBundledFile));
