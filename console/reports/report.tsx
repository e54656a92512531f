// One report: how far it is, why it failed, or what it found. The view of its type is loaded when it is shown.
import type { FailedReport, FinishedReport, ProcessingReport } from '../../client/src/index.ts';
import { Insights, insightsOf } from '../../report-parts/insights.ts';
import { part } from '../app/address.ts';
import { progressOf, useFollowed } from '../app/jobs.ts';
import { texts, time } from '../app/language.ts';
import { ScriptState } from '../app/lazy-script.tsx';
import { useLoaded } from '../app/loaded.ts';
import { workTexts } from '../app/work-texts.ts';
import { States } from '../parts/states.tsx';
import { ProgressLine, StatusWord } from '../parts/status.tsx';
import { To } from '../parts/to.tsx';
import { readReport } from './kept-report.ts';
import { Deliveries } from './report-deliveries.tsx';
import { Exports } from './report-exports.tsx';
import { typeName } from './report-types.ts';
import { useView } from './report-views.tsx';

export function ReportView() {
  const said = texts();
  const id = part('id');
  if (id === undefined) return <p class="card">{said.report.unknown}</p>;
  return <ReportOfId id={id} />;
}

function ReportOfId({ id }: { readonly id: string }) {
  const loaded = useLoaded(`report ${id}`, (client, call) => readReport(client, id, call));
  const isOpen = loaded.value?.status === 'Processing';
  useFollowed(isOpen ? [{ kind: 'report', id }] : [], loaded.reload);
  return (
    <States of={loaded} lines={30}>
      {(report) => {
        if (report.status === 'Processing') return <Processing id={id} report={report} />;
        if (report.status === 'Failed') return <Failed report={report} reload={loaded.reload} />;
        return <Finished report={report} reload={loaded.reload} />;
      }}
    </States>
  );
}

function Processing({ id, report }: { readonly id: string; readonly report: ProcessingReport }) {
  const said = texts();
  return (
    <section class="card">
      <h1>{said.status.Processing}</h1>
      <p>{said.report.inProgress}</p>
      <ul class="plain">
        <ProgressLine title={said.status.Processing} {...(progressOf.value[id] ?? report.progress)} />
      </ul>
    </section>
  );
}

interface EndedProps<R> {
  readonly report: R;
  readonly reload: () => void;
}

function Failed({ report, reload }: EndedProps<FailedReport>) {
  const said = texts();
  return (
    <>
      <section class="card">
        <Heading report={report} />
        <p role="alert">{report.fail_reason}</p>
        <p class="muted">{said.report.failedHint}</p>
        <To place={{ view: 'reports', dataset: report.dataset_id }}>{said.report.another}</To>
      </section>
      <Deliveries reportId={report.report_id} deliveries={report.deliveries} reload={reload} />
    </>
  );
}

function Heading({ report }: { readonly report: FailedReport | FinishedReport }) {
  const said = texts();
  return (
    <>
      <p>
        <To place={{ view: 'reports', dataset: report.dataset_id }}>{said.report.back}</To>
      </p>
      <h1>{report.name}</h1>
      <p class="muted">
        {typeName(report.report_type)} {said.report.on(report.dataset_id)} ·{' '}
        <StatusWord status={report.status} /> · {said.report.requested(time(report.created_at))}
      </p>
    </>
  );
}

function Finished({ report, reload }: EndedProps<FinishedReport>) {
  const said = texts();
  const { report_type: type, warnings, notes = [] } = report;
  const script = useView(type);
  const View = script.found;
  return (
    <>
      <Heading report={report} />
      <p>
        <To place={{ view: 'compare', a: report.report_id }}>{workTexts().compare.link}</To> ·{' '}
        <To place={{ view: 'reports', from: report.report_id }}>{workTexts().builder.again}</To>
      </p>
      <Findings report={report} />
      {/* What follows the body comes with it: nothing that is read already moves. */}
      {View === undefined ? (
        <ScriptState script={script} />
      ) : (
        <>
          <View report={report} />
          <Remarks title={said.report.warnings} remarks={warnings} />
          <Remarks title={said.report.notes} remarks={notes} />
          <Exports report={report} />
          <Deliveries reportId={report.report_id} deliveries={report.deliveries} reload={reload} />
        </>
      )}
    </>
  );
}

/** What it is for stands apart: it was known before. */
function Findings({ report }: { readonly report: FinishedReport }) {
  const { report: said } = texts();
  const strategic = 'ai_strategic_insights' in report ? report.ai_strategic_insights : null;
  const insights = insightsOf(report.ai_insights, strategic);
  const found = insights.filter(({ part: where }) => where !== 'background');
  const background = insights.filter(({ part: where }) => where === 'background');
  if (insights.length === 0) return null;
  return (
    <section class="card">
      <h2>{said.findings}</h2>
      <Insights insights={found} titles={texts().insights} />
      {background.length > 0 && (
        <details>
          <summary>{said.background}</summary>
          <Insights insights={background} titles={texts().insights} />
        </details>
      )}
    </section>
  );
}

function Remarks({ title, remarks }: { readonly title: string; readonly remarks: readonly string[] }) {
  if (remarks.length === 0) return null;
  return (
    <section class="card">
      <h2>{title}</h2>
      <ul>
        {remarks.map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
      </ul>
    </section>
  );
}
