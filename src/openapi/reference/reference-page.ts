// The reference page: the OpenAPI document drawn by Redoc, all in one file that asks nothing of anybody. Its policy
// allows exactly the scripts and styles that stand in it.
import { createHash } from 'node:crypto';
import { BASE_PATH } from '../../contract/operation.ts';
import type { JsonObject } from '../parts.ts';

/** Redoc shows its maker's logo from a server of theirs; the words beside it stay. */
const FOREIGN_IMAGE = 'https://cdn.redoc.ly/redoc/logo-mini.svg';
const NO_IMAGE = 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E';

/** Redoc draws a dark panel beside all text; only entries with samples need one, and theirs is their own. */
const STYLE = 'body { margin: 0; } .redoc-wrap > div:last-child { background: none; }';
/** Hash of the style that redoc 2.5.4 adds for its scrollbars. The browser test fails if another version changes it. */
const SCROLLBAR_STYLE = "'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc='";

const FONT = 'system-ui, sans-serif';
const OPTIONS = {
  theme: {
    typography: {
      fontFamily: FONT,
      headings: { fontFamily: FONT },
      code: { fontFamily: 'ui-monospace, monospace' },
    },
    schema: { typeNameColor: '#5c5c5c', typeTitleColor: '#5c5c5c' },
  },
  downloadUrls: [{ title: 'openapi.json', url: 'openapi.json' }],
  jsonSampleExpandLevel: 3,
  schemaExpansionLevel: 1,
  hideLoading: true,
};

/**
 * Redoc skips heading levels, and its samples scroll without being reachable by keyboard; both also when it redraws.
 */
const ACCESSIBLE = `function complete(root) {
  for (const heading of root.querySelectorAll('h5:not([aria-level])')) heading.setAttribute('aria-level', '3');
  for (const sample of root.querySelectorAll('pre:not([tabindex])')) sample.tabIndex = 0;
}
new MutationObserver(() => complete(reference)).observe(reference, { childList: true, subtree: true });`;

export interface RenderedReference {
  readonly html: string;
  /** Content-Security-Policy of the page. */
  readonly policy: string;
}

export interface Redoc {
  /** The text of redoc.standalone.js. */
  readonly script: string;
  /** The notices that accompany every copy. */
  readonly licences: string;
}

/** Throws for a version of Redoc whose requests this page cannot suppress. */
export function createReferencePage(
  document: JsonObject,
  { script: redoc, licences }: Redoc,
): RenderedReference {
  const parts = redoc.split(FOREIGN_IMAGE);
  if (parts.length !== 2)
    throw new Error(`redoc: expected ${FOREIGN_IMAGE} once, got ${parts.length - 1} times`);
  const renderer = parts.join(NO_IMAGE).replace(/\n?\/\/# sourceMappingURL=\S+\s*$/, '');
  if (/<\/script/i.test(renderer)) throw new Error('redoc: expected no end of a script within the script');
  // The page is served by the API itself: its address is where the page is.
  const shown = { ...document, servers: [{ url: BASE_PATH, description: 'This service.' }] };
  const start = `const reference = document.getElementById('reference');
${ACCESSIBLE}
Redoc.init(${escapeForScript(shown)}, ${escapeForScript(OPTIONS)}, reference);`;
  return {
    html: `<!doctype html>
<!--
${licences.replaceAll('--', '- -')}
-->
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>Order Analytics API</title>
<style>${STYLE}</style>
</head>
<body>
<main id="reference"></main>
<noscript>This page needs JavaScript. The same in JSON: <a href="openapi.json">openapi.json</a>.</noscript>
<script>${renderer}</script>
<script>${start}</script>
</body>
</html>
`,
    policy: [
      "default-src 'none'",
      `script-src ${computeHash(renderer)} ${computeHash(start)}`,
      // Redoc fills an empty style element by script, which a policy on elements lets pass.
      `style-src ${computeHash(STYLE)} ${computeHash('')} ${SCROLLBAR_STYLE}`,
      'img-src data:',
      // Its search runs on a thread that it makes of its own text.
      'worker-src blob:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  };
}

function escapeForScript(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

function computeHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
