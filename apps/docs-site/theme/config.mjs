// Configures VitePress: navigation and addresses come from the program that writes the pages (../main.ts).
import { readFileSync } from 'node:fs';
import { renderMermaidSVG } from 'beautiful-mermaid';
import { toAnchor } from '../markdown.ts';

const site = JSON.parse(readFileSync(new URL('../site.json', import.meta.url), 'utf8'));

export default {
  title: 'Order Analytics',
  description: site.about,
  lang: 'en',
  base: site.base,
  outDir: 'html',
  srcExclude: ['node_modules/**', 'html/**'],
  cleanUrls: false,
  lastUpdated: false,
  vite: { build: { chunkSizeWarningLimit: 2_000 } },
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${site.base}icon.svg` }]],
  markdown: {
    anchor: { slugify: toAnchor },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark' },
    config: withDiagrams,
  },
  themeConfig: {
    logo: '/icon.svg',
    search: { provider: 'local', options: { miniSearch: { searchOptions: { fuzzy: isLong } } } },
    outline: [2, 3],
    nav: site.nav,
    sidebar: site.sidebar,
    externalLinkIcon: true,
  },
};

/** One letter may differ in long words only: `lift` is not `list`. */
function isLong(word) {
  return word.length > 6 ? 0.2 : false;
}

/** Renders diagrams as pictures when the site is built, in the colours of the page. */
function withDiagrams(md) {
  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, at, ...rest) => {
    const { info, content } = tokens[at];
    if (info.trim() !== 'mermaid') return fence(tokens, at, ...rest);
    const picture = renderMermaidSVG(content, {
      bg: 'var(--vp-c-bg)',
      fg: 'var(--vp-c-text-1)',
      padding: 20,
    });
    const [, width] = /viewBox="0 0 ([\d.]+)/.exec(picture);
    const own = md.utils.escapeHtml(JSON.stringify(picture.replace(/@import url\([^)]*\);/, '')));
    return `<div class="diagram" style="--width: ${Math.round(width)}" tabindex="0" role="img" aria-label="Diagram" v-html="${own}"></div>\n`;
  };
}
