// The figures of an effect report: each measure in both arms, or what a plan says of it.
import type { EffectReport, FinishedReport } from '../../client/src/index.ts';
import { Table } from '../../report-parts/table.ts';
import { money, number, percent } from '../app/words/language.ts';
import { workTexts } from '../app/words/work-texts.ts';

type Measure = NonNullable<EffectReport['effect']>['measures'][number]['measure'];

export function Effect({ report }: { readonly report: FinishedReport }) {
  if (report.report_type !== 'EFFECT') return null;
  return <Figures report={report} />;
}

function Figures({ report: { effect, plan, currency } }: { readonly report: EffectReport }) {
  const { effect: said } = workTexts();
  const { figures, measured } = said;
  const value = (measure: Measure, of: number): string => {
    if (measure === 'revenue') return money(of, currency);
    return measure === 'orders' ? number(of, 3) : percent(of, 1);
  };
  const rows =
    effect?.measures.map(({ measure, decides, sent, held_out, lift, lift_interval }) => [
      decides ? said.decides(measured[measure]) : measured[measure],
      value(measure, sent),
      value(measure, held_out),
      ...[lift, lift_interval.lower, lift_interval.upper].map(signedShare),
    ]) ??
    plan?.measures.map(({ measure, mean, detectable_lift }) => [
      measured[measure],
      value(measure, mean),
      signedShare(detectable_lift),
    ]) ??
    [];
  if (rows.length === 0) return null;
  const titles = effect
    ? [figures.sent, figures.held, figures.lift, figures.from, figures.to]
    : [figures.mean, figures.seen];
  return (
    <section class="card">
      <h2>{said.perCustomer}</h2>
      <Table
        caption={said.perCustomer}
        columns={[{ title: '' }, ...titles.map((title) => ({ title, class: 'n' as const }))]}
        rows={rows}
      />
    </section>
  );
}

function signedShare(share: number | null): string {
  return share === null ? '' : `${share > 0 ? '+' : ''}${percent(share, 1)}`;
}
