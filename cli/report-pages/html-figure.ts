// Figures: vega draws them to static SVG, which takes its colours and type from the page around it.

import * as vega from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { harmless } from '../../src/core/tables/harmless-text.ts';
import { html, Markup } from './html-markup.ts';

/** Units of every figure's width: about a pixel each on a wide page. */
export const FIGURE_WIDTH = 880;

const TEXT = 'var(--text)';
const MUTED = 'var(--muted)';

const CONFIG: vega.Config = {
  background: 'transparent',
  axis: {
    labelColor: MUTED,
    titleColor: TEXT,
    titleFontWeight: 'normal',
    labelFontSize: 12,
    titleFontSize: 13,
    titlePadding: 10,
    labelPadding: 6,
    labelLimit: 0,
    gridColor: 'var(--line)',
    domainColor: 'var(--line)',
    ticks: false,
    aria: false,
  },
  style: { 'group-title': { fill: TEXT } },
};

/** An SVG of fixed size: width, height and padding come from the spec, never from an estimate of text widths. */
export async function drawVega(spec: vega.Spec): Promise<Markup> {
  const runtime = vega.parse({ autosize: 'none', ...spec }, CONFIG);
  const view = new vega.View(runtime, { renderer: 'none' });
  try {
    return new Markup(await view.toSVG());
  } finally {
    view.finalize();
  }
}

export async function drawVegaLite(spec: TopLevelSpec): Promise<Markup> {
  const config = { background: 'transparent', view: { stroke: null }, axis: { grid: false, domain: false } };
  return drawVega({ ...compile({ ...spec, config }).spec, autosize: 'none' });
}

export interface FigureParts {
  /** A word for ids and classes. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly svg: Markup;
  readonly legend?: Markup | undefined;
  /** The same figures for whoever can't see the drawing. */
  readonly table?: Markup;
}

export function figure({ id, title, description, svg, legend, table }: FigureParts): Markup {
  return html`<figure id="${id}" class="card">
<figcaption><h2>${title}</h2><p>${description}</p></figcaption>
<div class="plot" role="region" tabindex="0" aria-label="${title}">${accessible(svg, id, title, description)}</div>
${legend}
${table && html`<details><summary>The figures as a table</summary>${table}</details>`}
</figure>
`;
}

/** One image with a name and a description; a mark's label becomes its tooltip. Vega has escaped labels already, for
 * double quotes. */
function accessible(svg: Markup, id: string, title: string, description: string): Markup {
  const named = html`role="img" aria-labelledby="${id}-title ${id}-desc"><title id="${id}-title">${title}</title><desc id="${id}-desc">${description}</desc>`;
  const text = harmless(svg.text)
    .replaceAll("'", '&#39;')
    .replace(/^<svg([^>]*)>/, (_, attributes: string) => `<svg${attributes} ${named.text}`)
    .replace(
      /<path aria-label="([^"]*)" role="graphics-symbol" aria-roledescription="[^"]*"([^>]*)\/>/g,
      (_, label: string, attributes: string) => `<path${attributes}><title>${label}</title></path>`,
    )
    .replace(/ role="graphics-[a-z]*" aria-roledescription="[^"]*"/g, '');
  return new Markup(text);
}

/**
 * Lines of at most `columns` columns, at most `most` of them; what doesn't fit ends in an ellipsis. A column is as wide as
 * a common character.
 */
export function wrapped(text: string, columns: number, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && columnsOf(last) + 1 + columnsOf(word) <= columns)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  const shown = lines
    .slice(0, most)
    .map((line) => (columnsOf(line) > columns ? `${cut(line, columns - 1)}…` : line));
  const end = shown.at(-1);
  if (lines.length > most && end !== undefined && !end.endsWith('…'))
    shown[most - 1] = `${cut(end, columns - 1)}…`;
  return shown;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{RGI_Emoji}/v;

/** East Asian characters and pictures take two columns, the widest Latin ones one and a half. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text)
    columns += WIDE.test(character) ? 2 : /[MWmw@%\u2014]/.test(character) ? 1.5 : 1;
  return columns;
}

function cut(text: string, columns: number): string {
  let kept = '';
  for (const character of text) {
    if (columnsOf(kept + character) > columns) break;
    kept += character;
  }
  return kept;
}
