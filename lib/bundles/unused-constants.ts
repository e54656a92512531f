// Marks constants such as schemas of requests as pure, so that esbuild omits those that a bundle does not use. It would
// keep them otherwise, because calls and computed keys count as side effects.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { root } from './function-bundles.ts';

/** Files that only declare constants. */
const CONSTANT_FILES =
  /[/\\](?:src[/\\](?:contract|analysis|service)[/\\].*\.ts|client-[a-z0-9-]+[/\\]dist-es[/\\]schemas[/\\]schemas_0\.js)$/;
/** A constant that is neither a text nor a function, up to the next line without indentation. */
const CONSTANT =
  /^((?:export )?(?:const|var) [\w$]+(?:: [^=\n]+)? = )(?!["']|(?:async )?(?:\w+|\([^()]*\))(?:: [^=\n]+)? =>|<)(.*?);$(?=\n*(?:^[\w/]|$(?!\n)))/gms;

/**
 * A class of errors of the SDK. An error whose class no source names is thrown as the base class, with the
 * same name and message.
 */
const ERROR_CLASS = /^n0_registry\.registerError\((\w+)\$, \1\);\n/gm;
const sources = globSync('src/**/*.ts', { cwd: root })
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');

/**
 * Saves 150 kB in the bundle of the erasing function, and all schemas in the console.
 */
export const UNUSED_CONSTANTS: Plugin = {
  name: 'unused-constants',
  setup({ onLoad }) {
    onLoad({ filter: CONSTANT_FILES }, ({ path }) => ({
      contents: readFileSync(path, 'utf8')
        .replaceAll(CONSTANT, '$1/* @__PURE__ */ (() => ($2))();')
        .replaceAll(ERROR_CLASS, (line, name: string) => (sources.includes(name) ? line : '')),
      loader: 'ts',
    }));
    // The clients read their version from package.json.
    onLoad({ filter: /@aws-sdk[/\\]client-[a-z0-9-]+[/\\]package\.json$/ }, ({ path }) => {
      const { version }: { version: string } = JSON.parse(readFileSync(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};
