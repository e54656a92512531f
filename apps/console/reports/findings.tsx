// What a report found, first: what to do as cards with buttons, then what else the service says of its figures. What the
// report is for stands apart: it was known before.
import type { FinishedReport } from '../../../packages/client/src/index.ts';
import { type Insight, Insights, insightsIn, insightTitle } from '../../../packages/report-parts/insights.ts';
import { homeTexts } from '../app/words/home-texts.ts';
import { money, texts, translated } from '../app/words/language.ts';
import { serviceWords } from '../app/words/service-words.ts';
import { CustomerFile } from '../customers/customer-file.tsx';
import { customersOf } from '../customers/customer-list.ts';
import { ActionCards, Card } from '../home/action-card.tsx';
import { actionsIn, saidBy } from '../home/actions.ts';
import { To } from '../parts/to.tsx';
import { CUSTOMERS_ID } from '../segments/segment-names.ts';

/** The service writes it in English. */
function purposeOf({ ai_insights, settings: { template } }: FinishedReport): string | null {
  const written = ai_insights?.business_context ?? null;
  return translated() === undefined || template === null ? written : texts().template[template].means;
}

export function Findings({ report }: { readonly report: FinishedReport }) {
  const { report: said } = texts();
  const strategic = 'ai_strategic_insights' in report ? report.ai_strategic_insights : null;
  const insights = insightsIn(
    serviceWords(report.currency),
    report.ai_insights && { ...report.ai_insights, business_context: purposeOf(report) },
    strategic,
  );
  const actions = actionsIn(report);
  const isSaid = saidBy(actions);
  const of = (where: Insight['part']): Insight[] =>
    insights.filter(({ key, part }) => part === where && !isSaid.has(key));
  const [summary, found, background] = [of('summary'), of('finding'), of('background')];
  if (insights.length === 0) return null;
  return (
    <section aria-label={said.findings}>
      <Insights insights={summary} titles={{}} />
      <ol class="actions strip">
        <ActionCards actions={actions} />
        {found.flatMap(({ key, texts: all }) =>
          all.map((text) => (
            <li key={text} class="card">
              <Card title={insightTitle(key, texts().insights)} {...figureOf(report, key)} text={text}>
                <Buttons report={report} of={key} />
              </Card>
            </li>
          )),
        )}
      </ol>
      {background.length > 0 && (
        <details>
          <summary>{said.background}</summary>
          <Insights insights={background} titles={texts().insights} />
        </details>
      )}
    </section>
  );
}

/** What the customers whom a finding is about have spent. */
function figureOf(report: FinishedReport, key: string): { readonly value?: string; readonly of?: string } {
  if (key !== 'core_customers' || report.report_type !== 'RFM') return {};
  const { revenue = 0, customers = 0 } = report.ai_strategic_insights?.core_customers ?? {};
  return customers === 0 ? {} : { value: money(revenue, report.currency), of: homeTexts().action.spent };
}

/** Ids of the sections that hold the figures of a finding. */
const SECTIONS = {
  concentration: CUSTOMERS_ID,
  growth: 'changes',
  retention: 'retention',
  value: 'value',
} as const;

/** Whoever bought once: the next order is what a shop can ask of them. */
const ONCE = '1';

function Buttons({ report, of }: { readonly report: FinishedReport; readonly of: string }) {
  const { action: said } = homeTexts();
  const { report_id: id } = report;
  const own: Readonly<Record<string, string>> = SECTIONS;
  const section = Object.hasOwn(own, of) ? own[of] : undefined;
  if (section !== undefined)
    return (
      <a class="button" href={`#${section}`}>
        {said.showFigures}
      </a>
    );
  if (of === 'core_customers' && report.report_type === 'RFM') {
    const core = report.ai_strategic_insights?.core_customers;
    const { segments = [], customers = 0 } = core ?? {};
    if (customers === 0) return null;
    return (
      <>
        <To class="button" place={{ view: 'report', id, segment: segments.join(',') }} anchor={CUSTOMERS_ID}>
          {said.showCustomers}
        </To>
        <CustomerFile reportId={id} filters={customersOf('segment', segments)} />
      </>
    );
  }
  if (of === 'second_order' && report.report_type === 'COHORT')
    return (
      <>
        <To class="button" place={{ view: 'report', id, max_frequency: ONCE }} anchor={CUSTOMERS_ID}>
          {said.showOnce}
        </To>
        <CustomerFile
          reportId={id}
          filters={{ ...customersOf('cohort', []), bounds: { max_frequency: ONCE } }}
        />
      </>
    );
  return null;
}
