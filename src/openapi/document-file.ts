// Where the OpenAPI document is written. Apart from what makes it: that computes a report of each type as an example.
import { resolve } from 'node:path';

export const OPENAPI_FILE = resolve(import.meta.dirname, '../../dist/docs/openapi.json');
