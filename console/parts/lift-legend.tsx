// What the colours of lift mean.
import { texts } from '../app/language.ts';
import { LIFTS } from '../rules/lift-levels.ts';

export function LiftLegend() {
  const { rules: said } = texts();
  return (
    <ul class="legend">
      <li>{said.figure.lift}</li>
      {[0, ...LIFTS].map((bound, level) => (
        <li key={bound}>
          <i class={`r${level}`} />
          {level === 0 ? `< ${LIFTS[0]}` : `≥ ${bound}`}
        </li>
      ))}
    </ul>
  );
}
