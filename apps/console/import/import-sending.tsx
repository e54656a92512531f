// Shows the sending: its progress, rate and remaining time; pausing and continuing; and what was stored.
import { useEffect } from 'preact/hooks';
import { fill } from '../../../packages/report-parts/names.ts';
import { bringIntoView, go, useRevealed } from '../app/address.ts';
import { noteWaiting, service } from '../app/service.ts';
import { formatNumber, formatPercent, getTexts } from '../app/words/language.ts';
import { getServiceWords } from '../app/words/service-words.ts';
import { Analyse, requestFirstLook } from '../home/analyse.tsx';
import { To } from '../parts/to.tsx';
import { continueSending, pause, reset, resume } from './actions.ts';
import { LeftOut } from './import-report.tsx';
import { getImportTexts } from './import-texts.ts';
import { checked, isAutomatic, reading, sending } from './state.ts';

export function ImportSending() {
  const said = getImportTexts();
  const { failures } = getTexts();
  const { value } = sending;
  const card = useRevealed(value?.phase === 'applied');
  useFirstLook();
  if (value === undefined) return null;
  const { phase, rows, checkpoint, rate, datasetId, applied, done, mismatch } = value;
  const fraction = rows === 0 ? 1 : Math.min(1, checkpoint.rowsSent / rows);
  const remaining =
    rate === undefined || phase !== 'sending' ? undefined : (rows - checkpoint.rowsSent) / rate;
  // If an order has a line twice, one is stored.
  const repeated = applied === undefined ? 0 : rows - applied.inserted - applied.updated - applied.failed;
  const isEmpty = applied !== undefined && applied.inserted + applied.updated === 0 && applied.failed > 0;
  return (
    <section class="card" aria-label={said.sending} ref={card}>
      <h2>
        {isEmpty
          ? fill(said.nothingStored, { dataset: datasetId })
          : fill(said.phase[phase], { dataset: datasetId })}
      </h2>
      {phase !== 'applied' && (
        <p>
          <progress value={fraction} max={1} aria-label={said.sending} /> {formatPercent(fraction, 0)} ·{' '}
          {fill(said.sent, { sent: formatNumber(checkpoint.rowsSent), all: formatNumber(rows) })}
          {rate !== undefined && ` · ${fill(said.rate, { rows: formatNumber(rate) })}`}
          {remaining !== undefined && ` · ${fill(said.remaining, { duration: formatDuration(remaining) })}`}
        </p>
      )}
      <p role="status" class="muted">
        {phase === 'reading' && fill(said.readRows, { rows: formatNumber(reading.value?.rows ?? 0) })}
        {phase === 'applying' &&
          fill(said.appliedImports, {
            done: formatNumber(done),
            all: formatNumber(checkpoint.imports.length),
          })}
      </p>
      {phase === 'sending' && (
        <button type="button" onClick={pause}>
          {said.pause}
        </button>
      )}
      {phase === 'paused' && (
        <button type="button" class="main" onClick={resume}>
          {said.resume}
        </button>
      )}
      {phase === 'stopped' && (
        <button type="button" class="main" onClick={continueSending}>
          {said.continue}
        </button>
      )}
      {phase !== 'applied' && <p class="muted">{said.mayClose}</p>}
      {applied?.warnings.map(({ text, coded }) => (
        <p key={text} class="bad">
          {getServiceWords()(text, coded)}
        </p>
      ))}
      {mismatch !== undefined && (
        <p class="bad">{fill(said.mismatch, { dataset: mismatch.dataset, prices: mismatch.prices })}</p>
      )}
      {applied !== undefined && (
        <>
          <p>
            {fill(said.applied, {
              inserted: formatNumber(applied.inserted),
              updated: formatNumber(applied.updated),
              failed: formatNumber(applied.failed),
            })}
            {repeated > 0 && ` ${fill(said.repeated, { count: repeated, shown: formatNumber(repeated) })}`}
          </p>
          {checked.value !== undefined && <LeftOut checked={checked.value} isSent />}
          <ul>
            {applied.errors.map(({ order_id, fail_reason, fail_reason_coded }, index) => (
              <li key={`${index} ${order_id}`}>
                {fill(failures.row, {
                  order: order_id,
                  reason: getServiceWords()(fail_reason, fail_reason_coded),
                })}
              </li>
            ))}
          </ul>
          {!isEmpty && (
            <>
              <Analyse dataset={datasetId} found={() => go({ dataset: datasetId })} />
              <p>
                <To place={{ view: 'reports', dataset: datasetId }}>{said.ask}</To>
              </p>
            </>
          )}
          <button type="button" onClick={reset}>
            {said.others}
          </button>
        </>
      )}
    </section>
  );
}

/** Analyses what was sent without a click, and goes to the first page. */
function useFirstLook(): void {
  const client = service.value;
  const { applied, datasetId: dataset } = sending.value ?? {};
  useEffect(() => {
    if (!isAutomatic.value || applied === undefined || client === undefined || dataset === undefined) return;
    isAutomatic.value = false;
    const leave = (): void => {
      go({ dataset });
      bringIntoView();
    };
    // If that fails, the button to analyse shows why.
    requestFirstLook(client, dataset, { onWait: noteWaiting }).then(leave, () => undefined);
  }, [applied, client, dataset]);
}

function formatDuration(seconds: number): string {
  const said = getImportTexts();
  return seconds < 90
    ? fill(said.seconds, { count: formatNumber(Math.ceil(seconds)) })
    : fill(said.minutes, { count: formatNumber(Math.ceil(seconds / 60)) });
}
