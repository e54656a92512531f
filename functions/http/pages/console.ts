// GET /console and its files: the pages for a browser. They are stored compressed beside this code, hold no
// data and need no key: the page reads all data from the API with the user's key.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { CONSOLE_PATH, SHORT_CONSOLE_PATH } from '../../../src/contract/console-routes.ts';
import { NotFoundError } from '../../../src/contract/errors/errors.ts';
import { answerEncoded, answerPacked, isBrotliAccepted } from '../../../src/http/bodies/gzip-answer.ts';
import type { Answer, ApiEvent } from '../../../src/http/call.ts';
import { IMMUTABLE, REVALIDATED } from '../../../src/http/conditional-get.ts';
import { defineFilesEndpoint } from '../../../src/http/endpoint.ts';
import {
  CONSOLE_FOLDER,
  CONSOLE_LIST,
  CONSOLE_PAGE,
  type ConsoleFileList,
  type ContentEncoding,
  consoleFileList,
} from '../../../src/service/wiring/packaged-files.ts';

export interface ConsoleFiles {
  readonly list: ConsoleFileList;
  read(name: string, encoding: ContentEncoding): Buffer;
}

/**
 * Content-Security-Policy: scripts, styles, pictures and requests of the page's own origin only, nothing
 * inline, and no frame.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const HEADERS = {
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

export function serveConsole(files: ConsoleFiles): (event: ApiEvent) => Promise<Answer> {
  return async ({ rawPath, rawQueryString, headers, pathParameters }) => {
    if (rawPath === SHORT_CONSOLE_PATH) {
      const query = rawQueryString === '' ? '' : `?${rawQueryString}`;
      return { statusCode: 308, headers: { ...HEADERS, Location: `${CONSOLE_PATH}${query}` } };
    }
    const { files: known, pages } = files.list;
    const name = pathParameters?.file ?? findPage(pages, rawQueryString);
    const file = Object.hasOwn(known, name) ? known[name] : undefined;
    if (file === undefined) throw new NotFoundError(`The console has no file ${name}`);
    const sent = {
      ...HEADERS,
      'Content-Type': file.type,
      'Cache-Control': file.immutable ? IMMUTABLE : REVALIDATED,
    };
    const accepted = headers['accept-encoding'];
    return isBrotliAccepted(accepted)
      ? answerEncoded('br', files.read(name, 'br'), sent)
      : answerPacked(files.read(name, 'gzip'), accepted, sent);
  };
}

function findPage(pages: ConsoleFileList['pages'], query: string): string {
  const view = new URLSearchParams(query).get('view') ?? '';
  return (Object.hasOwn(pages, view) ? pages[view] : undefined) ?? CONSOLE_PAGE;
}

/** Reads each file at its first request and caches it. */
function openBundledFiles(): ConsoleFiles {
  const folder = join(import.meta.dirname, CONSOLE_FOLDER);
  const kept = new Map<string, Buffer>();
  const read = (name: string): Buffer => {
    const bytes = kept.get(name) ?? readFileSync(join(folder, name));
    kept.set(name, bytes);
    return bytes;
  };
  return {
    get list() {
      return v.parse(consoleFileList, JSON.parse(read(CONSOLE_LIST).toString('utf8')));
    },
    read: (name, encoding) => read(`${name}.${encoding}`),
  };
}

export const handler = defineFilesEndpoint(serveConsole(openBundledFiles()));
