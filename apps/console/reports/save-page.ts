// Saves a report as one self-contained HTML page: the content of the view, in the components of the command line's
// pages, without what a saved page cannot do. The page forbids itself all scripts and requests.
import { drawAllRows } from '../parts/virtual-rows.tsx';

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** Elements that only the console can use. */
const WITHOUT =
  'button:not(table button, .treemap button), input, select, label, form, script, .tip, .live, .loading, [role="alert"]';

export async function createSavedPage(view: Element, title: string): Promise<Blob> {
  const [body, style] = await Promise.all([drawAllRows(view, () => withoutControls(view)), collectStyles()]);
  const head = document.createElement('title');
  head.textContent = title;
  const { lang } = document.documentElement;
  return new Blob(
    [
      `<!doctype html>\n<html lang="${lang}">\n<head>\n<meta charset="utf-8">\n`,
      `<meta http-equiv="Content-Security-Policy" content="${POLICY}">\n`,
      '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
      `${head.outerHTML}\n<style>${style}</style>\n</head>\n<body>${body}</body>\n</html>\n`,
    ],
    { type: 'text/html;charset=utf-8' },
  );
}

function withoutControls(view: Element): string {
  const main = document.createElement('main');
  main.append(view.cloneNode(true));
  for (const element of main.querySelectorAll(WITHOUT)) element.remove();
  // In a table or a map, a button is the name of its row or area; a link leads into the console.
  for (const element of main.querySelectorAll('button, a')) {
    const text = document.createElement('span');
    text.className = element.className;
    text.append(...element.childNodes);
    element.replaceWith(text);
  }
  for (const element of main.querySelectorAll<HTMLDetailsElement>('details:not(.sure)')) element.open = true;
  for (const element of main.querySelectorAll('[tabindex]')) element.removeAttribute('tabindex');
  return main.outerHTML;
}

async function collectStyles(): Promise<string> {
  const sheets = [...document.querySelectorAll('link[rel="stylesheet"]')];
  const texts = await Promise.all(
    sheets.map(async (sheet) => (await fetch(sheet.getAttribute('href') ?? '')).text()),
  );
  return texts.join('\n');
}
