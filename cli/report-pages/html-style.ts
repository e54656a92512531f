// The page's only style sheet: system fonts, light or dark by the reader's preference, plain on paper.
// --r0 to --r5 are fills of rising contrast to the page, --i0 to --i5 text on them, --s0 to --s5 the same as thin lines.
const LIGHT = `
--page:#f5f7fa;--card:#fff;--text:#16202c;--muted:#566373;--line:#dfe5ec;--accent:#1c6aaf;--empty:#f1f4f7;--edge:#3d5a78;
--high:#0b6b4f;--medium:#1c5a94;--low:#5b6674;--warn:#8a4b00;--warn-page:#fff6e6;--warn-line:#f0d9ac;
--r0:#dbe9f6;--r1:#b3d3ea;--r2:#7db8dc;--r3:#4292c6;--r4:#1c6aaf;--r5:#083b7c;
--i0:#16202c;--i1:#16202c;--i2:#0d1722;--i3:#0a121b;--i4:#fff;--i5:#fff;
--s0:#a9bccd;--s1:#8fb1cf;--s2:#6ba3cc;--s3:#4292c6;--s4:#1c6aaf;--s5:#083b7c;`;

const DARK = `
--page:#0f151c;--card:#17202a;--text:#e6edf4;--muted:#9fb0c0;--line:#2c3947;--accent:#4b9fd5;--empty:#1c2732;--edge:#dbe9f6;
--high:#6fd0ac;--medium:#8cc6ea;--low:#9fb0c0;--warn:#f2c27b;--warn-page:#2a2417;--warn-line:#55462a;
--r0:#1d3550;--r1:#1f4e79;--r2:#2a74ad;--r3:#4b9fd5;--r4:#8cc6ea;--r5:#d9eefb;
--i0:#e6edf4;--i1:#e6edf4;--i2:#fff;--i3:#0a121b;--i4:#0a121b;--i5:#0a121b;
--s0:#41566b;--s1:#466b8d;--s2:#3f83b8;--s3:#4b9fd5;--s4:#8cc6ea;--s5:#d9eefb;`;

export const STYLE = `
:root{color-scheme:light dark;${LIGHT}}
@media (prefers-color-scheme:dark){:root{${DARK}}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;-webkit-text-size-adjust:100%;overflow-wrap:anywhere}
main{max-width:1080px;margin:0 auto;padding:32px 24px 48px}
h1{font-size:28px;line-height:1.2;margin:0 0 6px;letter-spacing:-.01em}
h2{font-size:18px;line-height:1.3;margin:0 0 4px}
h3{font-size:15px;margin:16px 0 4px}
p{margin:0 0 8px}
.measures{margin-bottom:2px}
.from{color:var(--muted);font-size:13px;margin-bottom:16px}
a{color:var(--accent)}
a:focus-visible,button:focus-visible,input:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.download{margin:0 0 20px}
.search{display:flex;flex-wrap:wrap;gap:4px 16px;align-items:baseline;font-size:14px;color:var(--muted)}
.search input{font:inherit;color:var(--text);background:var(--page);border:1px solid var(--edge);border-radius:6px;padding:5px 8px;min-width:min(260px,60vw)}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:20px 24px;margin:0 0 20px}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(180px,1fr));padding:0;overflow:hidden}
.facts div{padding:14px 20px;box-shadow:1px 1px 0 var(--line)}
.facts dt{color:var(--muted);font-size:13px}
.facts dd{margin:0;font-size:20px;font-weight:600;font-variant-numeric:tabular-nums}
.asked{display:grid;grid-template-columns:max-content 1fr;gap:4px 20px;margin:0}
.asked dt{color:var(--muted)}
.asked dd{margin:0}
.warnings{background:var(--warn-page);border-color:var(--warn-line)}
.warnings h2{color:var(--warn)}
.warnings ul{margin:0}
ul{padding-left:20px;margin:0 0 8px}
figure figcaption p,.note{color:var(--muted);font-size:14px;max-width:78ch}
.plot,.scroll{overflow-x:auto;border-radius:4px}
.plot:focus-visible,.scroll:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.plot svg{display:block;width:100%;min-width:820px;height:auto;margin-top:12px}
.plot text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
#rule-network text{paint-order:stroke;stroke:var(--card);stroke-width:4px;stroke-linejoin:round}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:4px 16px;padding:0;margin:14px 0 0;font-size:13px;color:var(--muted)}
.legend li{display:flex;align-items:center;gap:6px}
.legend .of{font-weight:600;color:var(--text)}
.legend i{width:14px;height:14px;border-radius:3px;border:1px solid var(--line)}
.r0{background:var(--r0)}.r1{background:var(--r1)}.r2{background:var(--r2)}.r3{background:var(--r3)}.r4{background:var(--r4)}.r5{background:var(--r5)}
.s0{background:var(--s0)}.s1{background:var(--s1)}.s2{background:var(--s2)}.s3{background:var(--s3)}.s4{background:var(--s4)}.s5{background:var(--s5)}
details{margin-top:14px}
summary{cursor:pointer;color:var(--accent);font-size:14px}
table{border-collapse:collapse;width:100%;font-size:13.5px;font-variant-numeric:tabular-nums;overflow-wrap:normal}
caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
th,td{padding:7px 12px 7px 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top;font-weight:400}
thead th{color:var(--muted);font-size:12.5px;font-weight:600;border-bottom-width:2px;vertical-align:bottom}
thead button{all:unset;cursor:pointer}
thead button:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
thead button::after{content:"↕";opacity:.55;margin-left:3px}
[aria-sort=ascending] button::after{content:"↑";opacity:1}
[aria-sort=descending] button::after{content:"↓";opacity:1}
th:last-child,td:last-child{padding-right:0}
.n{text-align:right;white-space:nowrap}
.rules tbody th,.rules td:nth-child(2){min-width:200px}
.High{color:var(--high);font-weight:600}.Medium{color:var(--medium)}.Low{color:var(--low)}
.advice{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,430px),1fr));gap:4px 32px}
.advice p{font-size:14px}
.advice .seen{color:var(--muted)}
@media (max-width:600px){main{padding:20px 12px}.card{padding:16px}.facts{padding:0}h1{font-size:23px}.facts{grid-template-columns:1fr 1fr}.facts div{padding:12px 14px}.facts dd{font-size:17px}.asked{grid-template-columns:1fr;gap:0}.asked dd{margin-bottom:8px}}
@media print{:root{color-scheme:light;${LIGHT}}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}body{background:#fff;font-size:10pt}main{max-width:none;padding:0}.card{border-color:#ccd3da;break-inside:avoid}.long{break-inside:auto}.plot,.scroll{overflow:visible}.plot svg{min-width:0}table{font-size:8.5pt}tr,figure,.advice>div{break-inside:avoid}h1,h2,h3,figcaption,.note,.measures,.from,summary,thead{break-after:avoid}p,li{orphans:3;widows:3}.search,.download,thead button::after{display:none}thead{display:table-header-group}details:not([open]){display:none}@page{margin:14mm}}
`;
