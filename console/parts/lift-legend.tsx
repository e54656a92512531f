// What the colours of lift mean.
import { Legend } from '../../report-parts/legend.ts';
import { liftRamp } from '../../report-parts/ramp.ts';
import { number, texts } from '../app/words/language.ts';

export function LiftLegend() {
  return <Legend title={texts().rules.figure.lift} steps={liftRamp(number).steps} />;
}
