// Shows a report's findings first: actions as cards with buttons, then the service's other remarks. The purpose of the
// report is separate, because it was known before.
import type { FinishedReport } from '../../../packages/client/src/index.ts';
import { listActions, listSaid } from '../../../packages/report-parts/actions/find-actions.ts';
import { HowSure } from '../../../packages/report-parts/how-sure.ts';
import {
  getInsightTitle,
  type Insight,
  Insights,
  sayInsights,
} from '../../../packages/report-parts/insights.ts';
import { getActionWords, getHomeTexts } from '../app/words/home-texts.ts';
import { formatMoney, getTexts, getTranslated } from '../app/words/language.ts';
import { getServiceWords } from '../app/words/service-words.ts';
import { CustomerFile } from '../customers/customer-file.tsx';
import { filterByGroup } from '../customers/customer-list.ts';
import { ActionCards, Card } from '../home/action-card.tsx';
import { To } from '../parts/to.tsx';
import { CUSTOMERS_ID } from '../segments/segment-names.ts';
import type { TabName } from './tabs.tsx';

/** The service writes this text in English. */
function getPurpose({ ai_insights, settings: { template } }: FinishedReport): string | null {
  const written = ai_insights?.business_context ?? null;
  return getTranslated() === undefined || template === null ? written : getTexts().template[template].means;
}

export function Findings({ report }: { readonly report: FinishedReport }) {
  const { report: said } = getTexts();
  const strategic = 'ai_strategic_insights' in report ? report.ai_strategic_insights : null;
  const insights = sayInsights(
    getServiceWords(report.currency),
    report.ai_insights && { ...report.ai_insights, business_context: getPurpose(report) },
    strategic,
  );
  const actions = listActions(report, Date.now());
  const isSaid = listSaid(actions);
  const selectPart = (where: Insight['part']): Insight[] =>
    insights.filter(({ key, part }) => part === where && !isSaid.has(key));
  const [summary, found, background, evidence] = [
    selectPart('summary'),
    selectPart('finding'),
    selectPart('background'),
    selectPart('evidence'),
  ];
  if (insights.length === 0) return null;
  return (
    <section aria-label={said.findings}>
      <Insights insights={summary} titles={{}} />
      <ol class="actions strip">
        <ActionCards actions={actions} />
        {found.flatMap(({ key, texts: all }) =>
          all.map((text) => (
            <li key={text} class="card">
              <Card title={getInsightTitle(key, getTexts().insights)} {...getFigure(report, key)} text={text}>
                <Buttons report={report} of={key} />
              </Card>
            </li>
          )),
        )}
      </ol>
      {background.length > 0 && (
        <details>
          <summary>{said.background}</summary>
          <Insights insights={background} titles={getTexts().insights} />
        </details>
      )}
      {evidence.length > 0 && (
        <HowSure>
          <Insights insights={evidence} titles={getTexts().insights} />
        </HowSure>
      )}
    </section>
  );
}

/** Returns the spend of the customers that a finding is about. */
function getFigure(report: FinishedReport, key: string): { readonly value?: string; readonly of?: string } {
  if (key !== 'core_customers' || report.report_type !== 'RFM') return {};
  const { revenue = 0, customers = 0 } = report.ai_strategic_insights?.core_customers ?? {};
  return customers === 0
    ? {}
    : { value: formatMoney(revenue, report.currency), of: getHomeTexts().action.spent };
}

/** The tab and the id of the section with the figures of a finding. */
const SECTIONS: Readonly<Record<string, readonly [tab: TabName, id: string]>> = {
  concentration: ['customers', CUSTOMERS_ID],
  growth: ['overview', 'changes'],
  retention: ['cohorts', 'retention'],
  value: ['value', 'value'],
};

/** Customers who bought once: a second order is the next goal. */
const ONCE = '1';

function Buttons({ report, of }: { readonly report: FinishedReport; readonly of: string }) {
  const { action: said } = getHomeTexts();
  const { report_id: id } = report;
  const [tab, section] = (Object.hasOwn(SECTIONS, of) && SECTIONS[of]) || [];
  if (section !== undefined)
    return (
      <To class="button" place={{ view: 'report', id, tab }} anchor={section}>
        {said.showFigures}
      </To>
    );
  if (of === 'core_customers' && report.report_type === 'RFM') {
    const core = report.ai_strategic_insights?.core_customers;
    const { segments = [], customers = 0 } = core ?? {};
    if (customers === 0) return null;
    return (
      <>
        <To
          class="button"
          place={{ view: 'report', id, tab: 'customers', segment: segments.join(',') }}
          anchor={CUSTOMERS_ID}
        >
          {getActionWords().showCustomers}
        </To>
        <CustomerFile reportId={id} filters={filterByGroup('segment', segments)} />
      </>
    );
  }
  if (of === 'second_order' && report.report_type === 'COHORT')
    return (
      <>
        <To
          class="button"
          place={{ view: 'report', id, tab: 'customers', max_frequency: ONCE }}
          anchor={CUSTOMERS_ID}
        >
          {said.showOnce}
        </To>
        <CustomerFile
          reportId={id}
          filters={{ ...filterByGroup('cohort', []), bounds: { max_frequency: ONCE } }}
        />
      </>
    );
  return null;
}
