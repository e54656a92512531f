// The page's only style sheet: that of the parts, which the console has, too, and what a page has around them. System fonts,
// light or dark by the reader's preference, plain on paper.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PARTS = readFileSync(join(import.meta.dirname, '..', '..', 'report-parts', 'style.css'), 'utf8')
  .replace(/\/\*.*?\*\//gs, '')
  .replace(/\s+/g, ' ')
  .replace(/ ?([{};,]) ?/g, '$1');

export const STYLE = `${PARTS}
body{margin:0;background:var(--page);color:var(--text);font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;-webkit-text-size-adjust:100%;overflow-wrap:anywhere}
main{max-width:1080px;margin:0 auto;padding:32px 24px 48px}
h1{font-size:28px;line-height:1.2;margin:0 0 6px;letter-spacing:-.01em}
.measures{position:sticky;top:0;z-index:1;margin:0 -8px 2px;padding:4px 8px;background:var(--page)}
.from{color:var(--muted);font-size:13px;margin-bottom:16px}
a:focus-visible,button:focus-visible,input:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.download{margin:0 0 20px}
.search{display:flex;flex-wrap:wrap;gap:4px 16px;align-items:baseline;font-size:14px;color:var(--muted)}
.search input{font:inherit;color:var(--text);background:var(--page);border:1px solid var(--edge);border-radius:6px;padding:5px 8px;min-width:min(260px,60vw)}
.asked{display:grid;grid-template-columns:max-content 1fr;gap:4px 20px;margin:0}
.asked dt{color:var(--muted)}
.asked dd{margin:0}
.warnings{background:var(--warn-page);border-color:var(--warn-line)}
.warnings h2{color:var(--warn)}
.warnings ul{margin:0}
figure.card{margin:0 0 18px}
figure figcaption p,.note{color:var(--muted);font-size:14px;max-width:78ch}
.scroll:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
details{margin-top:14px}
summary{cursor:pointer;color:var(--accent);font-size:14px}
thead button{all:unset;cursor:pointer}
thead button:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
thead button::after{content:"↕";opacity:.55;margin-left:3px}
[aria-sort=ascending] button::after{content:"↑";opacity:1}
[aria-sort=descending] button::after{content:"↓";opacity:1}
th:last-child,td:last-child{padding-right:0}
.rules tbody th,.rules td:nth-child(2){min-width:200px}
.High{color:var(--high);font-weight:600}.Medium{color:var(--medium)}.Low{color:var(--low)}
.advice{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,430px),1fr));gap:4px 32px}
.advice p{font-size:14px}
.advice .seen{color:var(--muted)}
@media (max-width:600px){main{padding:20px 12px}.treemap{min-width:0}.card{padding:16px}h1{font-size:23px}.asked{grid-template-columns:1fr;gap:0}.asked dd{margin-bottom:8px}}
@media print{.cut{-webkit-line-clamp:none}.measures{position:static}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}body{background:#fff;font-size:10pt}main{max-width:none;padding:0}.card{border-color:#ccd3da;break-inside:avoid}.long{break-inside:auto}.scroll{overflow:clip;background:none}.drawing,.treemap,.grid,.grid .score{min-width:0}table{font-size:7pt}th,td,.n{white-space:normal!important;padding:2px 3px!important}tr,figure,.advice>div{break-inside:avoid}h1,h2,h3,figcaption,.note,.measures,.from,summary,thead{break-after:avoid}p,li{orphans:3;widows:3}.search,.download,thead button::after{display:none}thead{display:table-header-group}details:not([open]){display:none}@page{margin:14mm}}
`;
