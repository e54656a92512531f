// Files in the bundle of the reference function: the document and the page, compressed, and the page's policy.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, gzipSync } from 'node:zlib';
import { OPENAPI_FILE } from '../document-file.ts';
import { REFERENCE_FILES } from './reference-files.ts';
import { createReferencePage } from './reference-page.ts';

export interface Asset {
  readonly name: string;
  readonly contents: Uint8Array;
}

export function createReferenceAssets(): readonly Asset[] {
  const document = JSON.parse(readFileSync(OPENAPI_FILE, 'utf8'));
  const { html, policy } = createReferencePage(document, {
    script: readModuleFile('redoc/bundles/redoc.standalone.js'),
    licences: `${readModuleFile('redoc/LICENSE')}\n${readModuleFile('redoc/bundles/redoc.standalone.js.LICENSE.txt')}`,
  });
  return [
    { name: REFERENCE_FILES.document, contents: compressText(JSON.stringify(document)) },
    { name: REFERENCE_FILES.page, contents: compressText(html) },
    { name: REFERENCE_FILES.policy, contents: Buffer.from(policy) },
  ];
}

function readModuleFile(file: string): string {
  return readFileSync(createRequire(import.meta.url).resolve(file), 'utf8');
}

function compressText(text: string): Uint8Array {
  return gzipSync(text, { level: constants.Z_BEST_COMPRESSION });
}
