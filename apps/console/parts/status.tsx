// Shows the status of a report, an import or an erasure as a word, with its progress.
import { fill } from '../../../packages/report-parts/names.ts';
import { formatPercent, getTexts } from '../app/words/language.ts';
import type { Texts } from '../texts/languages.ts';

type Status = keyof Texts['status'];

export function StatusWord({ status }: { readonly status: Status }) {
  const kind = /fail/i.test(status)
    ? 'failed'
    : /warning/.test(status)
      ? 'warned'
      : /^completed/i.test(status)
        ? 'done'
        : 'open';
  return <span class={`status ${kind}`}>{getTexts().status[status]}</span>;
}

interface ProgressLineProps {
  readonly title: string;
  readonly phase: keyof Texts['phase'];
  /** From 0 to 1. */
  readonly fraction: number;
  /** Place in the account's queue of reports. */
  readonly place?: number | undefined;
}

export function ProgressLine({ title, phase, fraction, place }: ProgressLineProps) {
  const said = getTexts();
  const where = place === undefined ? '' : `, ${fill(said.progress.place, { place: String(place) })}`;
  return (
    <li class="progress">
      <div>
        {title}
        <span class="muted">
          {' '}
          · {said.phase[phase]}
          {where}
        </span>
      </div>
      <progress value={fraction} max={1} aria-label={title}>
        {fill(said.progress.done, { share: formatPercent(fraction, 0) })}
      </progress>
      <span class="figure">{formatPercent(fraction, 0)}</span>
    </li>
  );
}
