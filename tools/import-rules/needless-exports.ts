// Finds exports that no other file imports: an export that only its own file uses has to be a local, and an unused one
// is removed. Types that their file uses are part of what it exports. Reads declarations as Biome formats them.
import { posix } from 'node:path';
import type { SourceFile } from './check-imports.ts';

/** Files that Lambda, users of the client, bundlers or compilers read; or generated ones. */
const ENTRIES =
  /^(?:functions\/|packages\/client\/src\/index\.ts$|lib\/bundles\/(?:node-http|protocol-shims|sdk-shims)\.mjs$|apps\/cli\/report-pages\/no-browser\.mjs$|apps\/console\/reports\/saved-report\.tsx$|test\/packages\/client\/generated\/|.*\.d\.ts$)/;
/** Types in which the compiler compares two others. */
const CHECKED = 'Checked';

const EXPORTED =
  /^export (?:declare |abstract |async )*(function\*?|const|let|class|interface|type|enum) (?:(\w+)|\{([^}]*)\})/gm;
const LISTED = /^export (?:type )?\{([^}]*)\}/gm;
const TAKEN =
  /^(?:import|export) (?:type )?(?:\w+,? ?)?(?:\{([^}]*)\}|\*)?(?: as \w+)?(?: from)? ?'(\.[^']+)'/gm;
/** Files that are loaded by their address: worker threads, and modules with which a test replaces others. */
const LOADED = /\bimport\(\s*'(\.[^']+)'|\bnew URL\(\s*'([^']+)', import\.meta\.url/g;
const ALL = '*';

/** Returns one sentence per export. */
export function findNeedlessExports(sources: readonly SourceFile[]): string[] {
  const taken = new Set(sources.flatMap(listTaken));
  return sources
    .filter(({ path }) => !ENTRIES.test(path) && !taken.has(`${path} ${ALL}`))
    .flatMap(({ path, text }) =>
      listExports(text)
        .filter((name) => name !== CHECKED && !taken.has(`${path} ${name}`))
        .map((name) => `${path}: no other file imports ${name}: it need not be exported`),
    );
}

function listExports(text: string): string[] {
  const declared = [...text.matchAll(EXPORTED)].flatMap(([, kind, name, list]) => {
    if (name === undefined) return listNames(list, 'after');
    const isType = kind === 'interface' || kind === 'type';
    return isType && text.split(new RegExp(`\\b${name}\\b`)).length > 2 ? [] : [name];
  });
  return [...declared, ...[...text.matchAll(LISTED)].flatMap(([, list]) => listNames(list, 'after'))];
}

/** Lists `path name`, or `path *` for all that the file exports. */
function listTaken({ path, text }: SourceFile): string[] {
  const resolvePath = (name = ''): string => posix.join(posix.dirname(path), name);
  const loaded = [...text.matchAll(LOADED)].map(([, name, url]) => `${resolvePath(name ?? url)} ${ALL}`);
  const imported = [...text.matchAll(TAKEN)].flatMap(([, list, name]) =>
    (list === undefined ? [ALL] : listNames(list, 'before')).map((one) => `${resolvePath(name)} ${one}`),
  );
  return [...loaded, ...imported];
}

/** Lists the names in `a, type b as c`: a and b before they are renamed, a and c after. */
function listNames(list = '', side: 'before' | 'after'): string[] {
  return list.split(',').flatMap((part) => {
    const names = part
      .trim()
      .replace(/^type /, '')
      .split(/ as |: /);
    return (side === 'before' ? names[0] : names.at(-1)) || [];
  });
}
