// Draws a report as the console shows it, without a browser, for the command line's pages. Parts that need the console
// are left out, and all tables are included.
import { Fragment, options, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { FinishedReport } from '../../../packages/client/src/index.ts';
import { RuleNetwork } from '../../../packages/report-parts/charts/rule-network.ts';
import { HowSure } from '../../../packages/report-parts/how-sure.ts';
import { sayInParts } from '../../../packages/report-parts/long-text.ts';
import type { DrawReport, SavedOptions } from '../../../packages/report-parts/saved.ts';
import { sayEach } from '../../../packages/report-parts/sentences.ts';
import type { Fact } from '../../../packages/report-parts/table.ts';
import { showRulesOfPage } from '../../../packages/report-parts/tables/rules-of-page.ts';
import type { Say } from '../../../packages/report-parts/tables/shown.ts';
import { ShownTables, withRows } from '../../../packages/report-parts/tables/shown.ts';
import { stateSettings } from '../../../packages/report-parts/tables/shown-report.ts';
import { chooseLanguage, getTexts } from '../app/words/language.ts';
import { createSay, getServiceWords } from '../app/words/service-words.ts';
import { Customers } from '../customers/customers.tsx';
import { Skeleton } from '../parts/states.tsx';
import { Findings } from './findings.tsx';
import { Heading, Notes, Remarks } from './report.tsx';
import { reportName } from './report-types.ts';
import { getViews } from './report-views.tsx';

sayInParts(getTexts);

export const drawReport: DrawReport = async (report, given) => {
  await chooseLanguage(given.language);
  return { title: reportName(report.name), body: renderToString(<Page report={report} given={given} />) };
};

interface PageProps {
  readonly report: FinishedReport;
  readonly given: SavedOptions;
}

function Page({ report, given }: PageProps) {
  const said = getTexts();
  const say = createSay(report);
  const { report_type: type, warnings, warnings_coded, notes, notes_coded, currency } = report;
  const { one: View } = getViews(type);
  const words = getServiceWords(currency);
  return (
    <main>
      <Heading report={report} />
      <Findings report={report} />
      <Remarks title={said.report.warnings} remarks={sayEach(words, warnings, warnings_coded)} />
      <Listed title={say.t('What the files add up to')} facts={given.source} />
      <View report={report} isPart={false} />
      {type === 'MBA' && <RuleNetwork report={report} say={say} />}
      {type === 'MBA' && <ShownTables tables={withRows([showRulesOfPage(report, say)])} />}
      <Files given={given} say={say} />
      <Notes notes={sayEach(words, notes, notes_coded)} />
      <Listed title={say.t('Asked for')} facts={stateSettings(report, say)} isEvidence />
    </main>
  );
}

interface ListedProps {
  readonly title: string;
  readonly facts: readonly Fact[];
  /** Settings by their names in the API. */
  readonly isEvidence?: boolean;
}

function Listed({ title, facts, isEvidence = false }: ListedProps) {
  if (facts.length === 0) return null;
  const listed = (
    <>
      <h2>{title}</h2>
      <dl class="asked">
        {facts.map(([name, shown]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{shown}</dd>
          </div>
        ))}
      </dl>
    </>
  );
  return <section class="card">{isEvidence ? <HowSure>{listed}</HowSure> : listed}</section>;
}

/** Offers the rows of the report, and the customers of each group, as files. */
function Files({
  given: { files, group },
  say: { t, number: write },
}: {
  readonly given: SavedOptions;
  readonly say: Say;
}) {
  if (files.length === 0) return null;
  return (
    <section class="card" id="files">
      <h2>CSV</h2>
      {group !== undefined && <p>{t('Customers by {group}', { group })}</p>}
      <ul>
        {files.map(({ label, name, href, rows, bytes }) => (
          <li key={name}>
            {label !== undefined && `${label}: `}
            <a download={name} href={href}>
              {t('Download all {rows} rows as CSV ({size})', {
                rows: write(rows),
                size: bytes < 1e6 ? `${write(Math.ceil(bytes / 1e3))} kB` : `${write(bytes / 1e6, 1)} MB`,
              })}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const before = options.vnode;
options.vnode = (vnode) => {
  before?.(vnode);
  strip(vnode);
};

const CONTROLS: readonly unknown[] = ['button', 'input', 'select', 'label', 'form', Customers, Skeleton];
/** Classes of elements that only the console has. */
const LIVE = /\b(?:live|buttons|tip)\b/;
/** Classes of the switch that shows all columns on a phone, which works without a script. */
const KEPT = /^all\b/;
/** How sure figures are stays closed: it opens without a script, too. */
const SURE = 'sure';
/** Classes of buttons that name a row, a cell or an area. */
const NAMES = /^(?:plain|score|data|rule)\b/;

/** Removes what needs the service, and turns links and buttons that are names into plain text. */
function strip(vnode: VNode): void {
  const props = new Map<string, unknown>(Object.entries(vnode.props));
  const name = String(props.get('class') ?? '');
  const isName = vnode.type === 'button' && NAMES.test(name);
  if (isName || (vnode.type === 'a' && !props.has('download'))) {
    const kept = ['class', 'title', 'children'].map((key) => [key, props.get(key)] as const);
    Object.assign(vnode, { type: 'span', props: Object.fromEntries(kept) });
  } else if ((CONTROLS.includes(vnode.type) && !KEPT.test(name)) || LIVE.test(name)) {
    Object.assign(vnode, { type: Fragment, props: { children: null } });
  } else if (vnode.type === 'details' && name !== SURE) {
    Object.assign(vnode.props, { open: true });
  }
}
