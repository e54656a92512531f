// Shows one report: its progress, the reason of its failure, or its findings.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type {
  Delivery,
  FailedReport,
  FinishedReport,
  ProcessingReport,
} from '../../../packages/client/src/index.ts';
import { HowSure } from '../../../packages/report-parts/how-sure.ts';
import { Cut } from '../../../packages/report-parts/long-text.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { sayEach } from '../../../packages/report-parts/sentences.ts';
import { createNumericColumn, Table } from '../../../packages/report-parts/table.ts';
import { showPersons } from '../../../packages/report-parts/tables/persons.ts';
import { ShownTables } from '../../../packages/report-parts/tables/shown.ts';
import { readParameter } from '../app/address.ts';
import { useDatasetOf } from '../app/dataset.ts';
import { progressOf, useFollowed } from '../app/jobs.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { saveBlob } from '../app/save-file.ts';
import { getTexts, time } from '../app/words/language.ts';
import { createSay, getServiceWords } from '../app/words/service-words.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { AttemptResult } from '../parts/attempt-result.tsx';
import { Writing } from '../parts/form-fields.tsx';
import { Action } from '../parts/sending.tsx';
import { States } from '../parts/states.tsx';
import { ProgressLine, StatusWord } from '../parts/status.tsx';
import { To } from '../parts/to.tsx';
import { describeCoverage, describeHeading, describePeriod } from './asked.ts';
import { Findings } from './findings.tsx';
import { Exports } from './report-exports.tsx';
import { reportName, typeName } from './report-types.ts';
import { getViews } from './report-views.tsx';
import { createSavedPage } from './save-page.ts';
import { CurrentTab, readTab, Tab, type TabName, Tabs } from './tabs.tsx';

export function ReportView() {
  const said = getTexts();
  const id = readParameter('id');
  if (id === undefined) return <p class="card">{said.report.unknown}</p>;
  return <ReportOfId id={id} />;
}

function ReportOfId({ id }: { readonly id: string }) {
  const loaded = useLoaded(`report ${id}`, (client, call) => client.reports.get(id, call));
  const isOpen = loaded.value?.status === 'Processing';
  useFollowed(isOpen ? [{ kind: 'report', id }] : [], loaded.jobEnded);
  const isPart = loaded.value === undefined;
  const first = useFirstPart(id, isPart);
  return (
    <States of={isPart ? { ...loaded, value: first } : loaded} lines={30}>
      {(report) => {
        if (report.status === 'Processing')
          return <Processing id={id} report={report} reload={loaded.reload} />;
        if (report.status === 'Failed') return <Failed report={report} reload={loaded.reload} />;
        return <Finished report={report} reload={loaded.reload} isPart={isPart} />;
      }}
    </States>
  );
}

/** A body that takes longer is shown in part meanwhile. */
const SLOW_MS = 700;
const FIRST_RULES = 100;

/** Reads the first part of a long body: everything but its list of rules, and the first of these. */
function useFirstPart(id: string, isMissing: boolean): FinishedReport | undefined {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isMissing) return;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [id, isMissing]);
  const isWanted = isSlow && isMissing;
  const { value } = useLoaded(`first part of ${id} ${isWanted}`, async (client, call) => {
    if (!isWanted) return undefined;
    const report = await client.reports.get(id, { ...call, lists: false });
    if (!('summary' in report) || report.report_type !== 'MBA') return undefined;
    const { rules } = await client.reports.rules(id, { limit: FIRST_RULES }, call).page();
    return { ...report, association_rules: rules };
  });
  return value;
}

interface ProcessingProps {
  readonly id: string;
  readonly report: ProcessingReport;
  readonly reload: () => void;
}

function Processing({ id, report, reload }: ProcessingProps) {
  const said = getTexts();
  return (
    <section class="card">
      <h1>{said.status.Processing}</h1>
      <p>{said.report.inProgress}</p>
      <ul class="plain">
        <ProgressLine title={said.status.Processing} {...(progressOf.value[id] ?? report.progress)} />
      </ul>
      <Writing>
        <Action
          title={said.report.cancel}
          work={async (client, call) => {
            await client.reports.cancel(id, call);
            reload();
          }}
        />
      </Writing>
    </section>
  );
}

interface EndedProps<R> {
  readonly report: R;
  readonly reload: () => void;
}

function Failed({ report, reload }: EndedProps<FailedReport>) {
  const said = getTexts();
  return (
    <>
      <section class="card">
        <Heading report={report} />
        <p role="alert">{getServiceWords()(report.fail_reason, report.fail_reason_coded)}</p>
        <p class="muted">{said.report.failedHint}</p>
        <To place={{ view: 'reports', dataset: report.dataset_id }}>{said.report.another}</To>
      </section>
      <Deliveries reportId={report.report_id} deliveries={report.deliveries} reload={reload} />
    </>
  );
}

interface HeadingProps {
  readonly report: FailedReport | FinishedReport;
  /** Beside the link to all reports. */
  readonly children?: ComponentChildren;
}

export function Heading({ report, children }: HeadingProps) {
  const said = getTexts();
  useDatasetOf(report);
  return (
    <>
      <p class="live">
        <To place={{ view: 'reports', dataset: report.dataset_id }}>{said.report.back}</To>
        <span>{children}</span>
      </p>
      <Cut as="h1" text={reportName(report.name)} />
      <p class="muted">
        {typeName(report.report_type)} · <StatusWord status={report.status} /> ·{' '}
        {fill(said.report.requested, { at: time(report.created_at) })}
      </p>
      <p>
        {(report.status === 'Failed'
          ? [
              describePeriod(report.covers),
              ...describeCoverage(report.covers),
              fill(said.report.on, { dataset: report.dataset_id }),
            ]
          : describeHeading(report)
        ).join(' · ')}
      </p>
    </>
  );
}

interface FinishedProps extends EndedProps<FinishedReport> {
  readonly isPart: boolean;
}

function Finished({ report, reload, isPart }: FinishedProps) {
  const said = getTexts();
  const { report_type: type, warnings, warnings_coded, notes, notes_coded } = report;
  const say = getServiceWords(report.currency);
  const { one: View, listTabs } = getViews(type);
  const tabs: readonly TabName[] = ['overview', ...listTabs(report), 'file'];
  const tab = readTab(tabs);
  const shown = useRef<HTMLDivElement>(null);
  const [isSaving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    if (shown.current === null) return;
    setSaving(true);
    try {
      saveBlob(
        await createSavedPage(shown.current, reportName(report.name)),
        `report-${report.report_id}.html`,
      );
    } finally {
      setSaving(false);
    }
  };
  return (
    <div ref={shown}>
      <div class={tab === 'overview' ? undefined : 'within'}>
        <Heading report={report}>
          {' · '}
          {report.report_type === 'EFFECT' ? (
            <To place={{ view: 'audiences', id: report.settings.audience_id ?? undefined }}>
              {said.report.audience}
            </To>
          ) : (
            <>
              <To place={{ view: 'compare', a: report.report_id }}>{workTexts().compare.link}</To>
              {' · '}
              <To place={{ view: 'reports', from: report.report_id }}>{workTexts().builder.again}</To>
            </>
          )}{' '}
          <button type="button" disabled={isSaving || isPart} onClick={() => void save()}>
            {said.report.savePage}
          </button>
        </Heading>
      </div>
      <CurrentTab.Provider value={tab}>
        <Tabs names={tabs} />
        <Tab name="overview">
          <Findings report={report} />
        </Tab>
        <View report={report} isPart={isPart} />
        <Tab name="overview">
          <ShownTables tables={showPersons(report, createSay(report))} />
          <Remarks title={said.report.warnings} remarks={sayEach(say, warnings, warnings_coded)} />
          <Notes notes={sayEach(say, notes, notes_coded)} />
        </Tab>
        <Tab name="file">
          <div class="live">
            <Exports report={report} />
            <Deliveries reportId={report.report_id} deliveries={report.deliveries} reload={reload} />
          </div>
        </Tab>
      </CurrentTab.Provider>
    </div>
  );
}

export function Remarks({ title, remarks }: { readonly title: string; readonly remarks: readonly string[] }) {
  if (remarks.length === 0) return null;
  return (
    <section class="card">
      <h2>{title}</h2>
      <List texts={remarks} />
    </section>
  );
}

/** Notes say how figures were computed and tested, and what they leave out: warnings say what a reader must know. */
export function Notes({ notes }: { readonly notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <HowSure>
      <List texts={notes} />
    </HowSure>
  );
}

function List({ texts }: { readonly texts: readonly string[] }) {
  return (
    <ul>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

// Shows the webhook of a report: the last delivery attempts and, on request, earlier ones; the next attempt, and a
// button that sends it again.

interface DeliveriesProps {
  readonly reportId: string;
  /** Undefined if the report was requested without a webhook. */
  readonly deliveries: readonly Delivery[] | undefined;
  readonly reload: () => void;
}

function Deliveries({ reportId, deliveries, reload }: DeliveriesProps) {
  const { deliveries: said } = workTexts();
  const [earlier, setEarlier] = useState<readonly Delivery[]>([]);
  useNextAttempt(deliveries, reload);
  if (deliveries === undefined) return null;
  const first = deliveries[0]?.attempt ?? 1;
  const shown = [...earlier.filter(({ attempt }) => attempt < first), ...deliveries];
  return (
    <section class="card">
      <h2>{said.title}</h2>
      <p class="muted">{said.hint}</p>
      <Writing>
        <Action
          title={said.resend}
          sendingTitle={said.resending}
          work={async (client, call) => {
            await client.webhooks.resend(reportId, call);
            reload();
          }}
        />
      </Writing>
      {first > 1 && earlier.length === 0 && (
        <Action
          title={said.earlier}
          work={async (client, call) => {
            const page = await client.webhooks.deliveries(reportId, { limit: 100 }, call).page();
            setEarlier([...page.deliveries].reverse());
          }}
        />
      )}
      {/* Placed below the buttons, so that new attempts move none of them. */}
      {shown.length === 0 ? <p class="muted">{said.none}</p> : <Attempts deliveries={shown} />}
    </section>
  );
}

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;

/** Reads the report again after the next attempt, or, before the first, at growing intervals. */
function useNextAttempt(deliveries: readonly Delivery[] | undefined, reload: () => void): void {
  const waits = useRef(0);
  useEffect(() => {
    const last = deliveries?.findLast(({ trigger }) => trigger !== 'redelivery');
    if (deliveries === undefined || (last !== undefined && last.next_at === undefined)) return;
    const least = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** waits.current++);
    const due = last?.next_at === undefined ? 0 : Date.parse(last.next_at) - Date.now() + FIRST_WAIT_MS;
    const timer = setTimeout(reload, Math.max(least, due));
    return () => clearTimeout(timer);
  }, [deliveries]);
}

function Attempts({ deliveries }: { readonly deliveries: readonly Delivery[] }) {
  const { deliveries: said } = workTexts();
  return (
    <Table
      caption={said.title}
      columns={[
        createNumericColumn(said.attempt),
        ...[said.at, said.by, said.result].map((title) => ({ title })),
      ]}
      rows={deliveries.map((delivery) => [
        delivery.attempt,
        time(delivery.at),
        said.trigger[delivery.trigger ?? 'schedule'],
        <AttemptResult key="" attempt={delivery} />,
      ])}
    />
  );
}
