import { CONCEPTS } from '../../src/wiring/concepts-file.ts';

/** All inputs that determine a bundle; npm writes the last one with what it has installed. */
export const BUNDLE_INPUTS: readonly string[] = [
  'src',
  'functions',
  'console',
  'client/src',
  'order-files',
  'report-parts',
  CONCEPTS,
  'lib/bundles/console-files.ts',
  'lib/bundles/content-key.ts',
  'lib/bundles/function-bundles.ts',
  'lib/bundles/node-http.mjs',
  'lib/bundles/protocol-shims.mjs',
  'package-lock.json',
  'node_modules/.package-lock.json',
];
