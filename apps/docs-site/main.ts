// `npm run docs [-- --serve]`: builds the documentation site in dist/site/html from the documents and generated pages,
// checks its links, and serves it. DOCS_BASE: the path that it is served at; DOCS_URL: its address, for llms.txt;
// DOCS_SOURCE: the address of the repository's files.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { findBrokenLinks } from './built-links.ts';
import { parseFigureTables } from './figures.ts';
import { createHomePage, getFirstParagraph } from './home.ts';
import { createLlmsFullText, createLlmsText } from './llms.ts';
import { readTitle } from './markdown.ts';
import { API_DOCUMENT, listRoutes, readNavigation } from './navigation.ts';
import { createPageText, writePage, writePages } from './pages.ts';
import { createReference } from './reference/pages.ts';
import { serveSite } from './serve.ts';
import { createSidebar } from './sidebar.ts';
import { createWrittenFiles } from './written.ts';

const PORT = 4173;

const root = resolve(import.meta.dirname, '../..');
const here = import.meta.dirname;
const folder = join(root, 'dist/site');
const html = join(folder, 'html');
const base = process.env.DOCS_BASE ?? '/';
const groups = readNavigation(root);
const routes = listRoutes(groups);
const written = await createWrittenFiles();
const places = { root, routes, written, source: process.env.DOCS_SOURCE };
const getRoute = (file: string): string =>
  file === API_DOCUMENT ? 'api/index.md' : (routes.get(file) ?? '');
const reference = createReference(JSON.parse(written.get('openapi.json') ?? ''));

install();
write();
build();
publish();
const broken = findBrokenLinks(html, base);
for (const link of broken) console.error(`leads nowhere: ${link}`);
if (broken.length > 0) process.exitCode = 1;
else {
  console.log(`${html}: ${globSync('**/*.html', { cwd: html }).length} pages, all links lead somewhere`);
  if (process.argv.includes('--serve')) {
    await serveSite(html, base, PORT);
    console.log(`http://127.0.0.1:${PORT}${base}`);
  }
}

/** Installs only if the lock file has changed. */
function install(): void {
  mkdirSync(folder, { recursive: true });
  const lock = 'package-lock.json';
  const installed = join(folder, 'node_modules/.installed-lock.json');
  const wanted = readFileSync(join(here, lock), 'utf8');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === wanted) return;
  for (const file of ['package.json', lock, '.npmrc']) copyFileSync(join(here, file), join(folder, file));
  execFileSync('npm', ['ci'], { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
  writeFileSync(installed, wanted);
}

function write(): void {
  for (const path of globSync('**/*.{md,png,svg}', { cwd: folder, exclude: ['node_modules/**'] }))
    rmSync(join(folder, path));
  cpSync(join(here, 'theme'), join(folder, '.vitepress/theme'), { recursive: true });
  copyFileSync(join(here, 'theme/config.mjs'), join(folder, '.vitepress/config.mjs'));
  copyFileSync(join(here, 'markdown.ts'), join(folder, 'markdown.ts'));
  mkdirSync(join(folder, 'public'), { recursive: true });
  copyFileSync(join(root, 'apps/console/icon.svg'), join(folder, 'public/icon.svg'));
  copyFileSync(join(root, 'docs/images/console-rules.png'), join(folder, 'public/home.png'));
  writePages(folder, places);
  const readme = createPageText('README.md', places);
  writePage(folder, 'index.md', createHomePage(readme, groups, getRoute));
  const figures = createPageText('docs/performance.md', places);
  writePage(
    folder,
    'performance.md',
    `${figures}\nAll tables of this page as data: [performance.json](/performance.json).\n`,
  );
  for (const { route, text } of [reference.overview, ...reference.groups.flatMap(({ pages }) => pages)])
    writePage(folder, route, text);
  const site = { base, about: getFirstParagraph(readme), ...createSidebar(groups, reference, getRoute) };
  writeFileSync(join(folder, 'site.json'), JSON.stringify(site));
  // Without a tsconfig.json here, the generator would read the repository's.
  writeFileSync(join(folder, 'tsconfig.json'), '{}');
}

/** Adds to the pages: their text, the data that they link to, and the lists for language models. */
function publish(): void {
  const createText = (file: string): string => createPageText(file, places);
  for (const [file, route] of routes) if (file !== 'README.md') writePage(html, route, createText(file));
  for (const [name, text] of written) if (name.endsWith('.json')) writeFileSync(join(html, name), text);
  const tables = parseFigureTables(readFileSync(join(root, 'docs/performance.md'), 'utf8'));
  writeFileSync(join(html, 'performance.json'), `${JSON.stringify(tables, undefined, 1)}\n`);
  const readme = createText('README.md');
  const address = (file: string): string =>
    new URL(
      `${base}${file === API_DOCUMENT ? 'openapi.json' : getRoute(file)}`,
      process.env.DOCS_URL ?? 'http://localhost',
    ).href;
  const toLink = (file: string): string =>
    process.env.DOCS_URL === undefined ? address(file).slice('http://localhost'.length) : address(file);
  writeFileSync(
    join(html, 'llms.txt'),
    createLlmsText(readTitle(readme), getFirstParagraph(readme), groups, toLink),
  );
  writeFileSync(join(html, 'llms-full.txt'), createLlmsFullText(groups, createText));
}

function build(): void {
  const program = join(folder, 'node_modules/vitepress/bin/vitepress.js');
  execFileSync(process.execPath, [program, 'build', folder], { cwd: folder, stdio: 'inherit' });
}
