// Where the OpenAPI document lies. Apart from what writes it: that computes a report of each type as an example.
import { resolve } from 'node:path';

export const OPENAPI_FILE = resolve(import.meta.dirname, '..', '..', 'docs', 'openapi.json');
