// Compares two market basket reports: their summaries, and the rules that appeared, vanished or changed.
import { useMemo } from 'preact/hooks';
import type { AssociationRule, MbaReport } from '../../../packages/client/src/index.ts';
import { Cut } from '../../../packages/report-parts/long-text.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { change, readParameter } from '../app/address.ts';
import { formatNumber, formatPercent, getTexts } from '../app/words/language.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { Choice, Field } from '../parts/form-fields.tsx';
import { VirtualRows } from '../parts/virtual-rows.tsx';
import { formatPoints, withSign } from './compared-figures.tsx';
import {
  COMPARED_FIGURES,
  type ComparedFigure,
  type ComparedRules,
  compareRules,
  computeChange,
  getComparedFigure,
  type Pair,
  RULE_CHANGES,
  sortByChange,
  type TwoReports,
} from './comparison.ts';

const SHOWN: Readonly<Record<ComparedFigure, (value: number) => string>> = {
  support: (value) => formatPercent(value, 2),
  confidence: (value) => formatPercent(value),
  lift: (value) => formatNumber(value, 2),
};

export function CompareRules({ before, now }: TwoReports<MbaReport>) {
  const { compare: said } = workTexts();
  const compared = useMemo(
    () => compareRules(before.association_rules, now.association_rules),
    [before, now],
  );
  const isCut = [before, now].some(
    ({ summary, association_rules }) => summary.association_rules_found > association_rules.length,
  );
  return (
    <section class="card">
      <h2>{said.rules}</h2>
      {isCut && <p>{said.cut}</p>}
      {compared.same > 0 && (
        <p class="muted">{fill(said.same, { count: compared.same, shown: formatNumber(compared.same) })}</p>
      )}
      <Rules compared={compared} />
    </section>
  );
}

function Rules({ compared }: { readonly compared: ComparedRules }) {
  const { compare: said } = workTexts();
  const kind =
    RULE_CHANGES.find((name) => name === readParameter('show')) ??
    RULE_CHANGES.findLast((name) => compared[name].length > 0) ??
    'changed';
  const figure = COMPARED_FIGURES.find((name) => name === readParameter('by')) ?? 'lift';
  const search = readParameter('q') ?? '';
  const rows = useMemo(() => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    const some = compared[kind].filter(({ name }) =>
      words.every((word) => name.toLowerCase().includes(word)),
    );
    return sortByChange(some, figure);
  }, [compared, kind, figure, search]);
  return (
    <>
      <div class="fields">
        <Choice
          title={said.which}
          value={kind}
          options={RULE_CHANGES.map(
            (name) => [name, fill(said.kinds[name], { count: formatNumber(compared[name].length) })] as const,
          )}
          edit={(show) => change({ show })}
        />
        <Choice
          title={said.by}
          value={figure}
          options={COMPARED_FIGURES.map((name) => [name, getTexts().rules.figure[name]] as const)}
          edit={(by) => change({ by })}
        />
        <Field
          title={getTexts().rules.search}
          type="search"
          value={search}
          edit={(text) => change({ q: text })}
        />
      </div>
      {rows.length === 0 ? <p class="muted">{said.noneOfKind}</p> : <RuleRows rows={rows} />}
    </>
  );
}

function RuleRows({ rows }: { readonly rows: readonly Pair<AssociationRule>[] }) {
  const { compare: said } = workTexts();
  return (
    <VirtualRows
      label={said.rules}
      columns={[
        { title: said.rule },
        ...COMPARED_FIGURES.map((figure) => ({ title: getTexts().rules.figure[figure], isFigure: true })),
      ]}
      rows={rows}
      cells={(pair) => [
        <Cut key="" text={pair.name} />,
        ...COMPARED_FIGURES.map((figure) => <BeforeAndNow key={figure} pair={pair} figure={figure} />),
      ]}
    />
  );
}

interface BeforeAndNowProps {
  readonly pair: Pair<AssociationRule>;
  readonly figure: ComparedFigure;
}

function BeforeAndNow({ pair, figure }: BeforeAndNowProps) {
  const { before, now } = pair;
  const shown = SHOWN[figure];
  if (before === undefined || now === undefined)
    return <>{shown(getComparedFigure(now ?? before, figure))}</>;
  return (
    <>
      {shown(getComparedFigure(before, figure))} → {shown(getComparedFigure(now, figure))}
      <br />
      <span class="muted">
        {withSign(computeChange(pair, figure), figure === 'lift' ? shown : formatPoints)}
      </span>
    </>
  );
}
