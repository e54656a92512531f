// A program that writes the OpenAPI document: bundles have it as a file, and making it takes a second.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { openApi } from './document.ts';
import { OPENAPI_FILE } from './document-file.ts';
import { COMPUTED_EXAMPLES } from './examples/computed-examples.ts';

mkdirSync(dirname(OPENAPI_FILE), { recursive: true });
writeFileSync(OPENAPI_FILE, `${JSON.stringify(openApi(COMPUTED_EXAMPLES).document, undefined, 2)}\n`);
