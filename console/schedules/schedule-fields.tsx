// When a report is requested regularly: a rhythm on the clocks of a time zone, and days that move with it.

import { workTexts } from '../app/words/work-texts.ts';
import { Check, Choice, Field } from '../parts/form-fields.tsx';
import { expressionOf, RANGES, RHYTHMS, type ScheduleDraft } from './schedule-draft.ts';

export interface ScheduleFieldsProps {
  readonly draft: ScheduleDraft;
  readonly edit: (changes: Partial<ScheduleDraft>) => void;
}

export function ScheduleFields({ draft, edit }: ScheduleFieldsProps) {
  const { schedules: said } = workTexts();
  return (
    <fieldset>
      <legend>{said.when}</legend>
      <div class="fields">
        <Choice
          title={said.rhythm}
          value={draft.rhythm}
          options={RHYTHMS.map((name) => [name, said.rhythms[name]] as const)}
          edit={(rhythm) => edit({ rhythm, expression: draft.expression || expressionOf(draft) })}
        />
        {draft.rhythm === 'own' ? (
          <Field
            title={said.expression}
            value={draft.expression}
            required
            edit={(expression) => edit({ expression })}
          />
        ) : (
          <Field title={said.time} type="time" value={draft.time} required edit={(time) => edit({ time })} />
        )}
        <Field title={said.name} value={draft.name} maxLength={200} edit={(name) => edit({ name })} />
        <Field title={said.timeZone} value={draft.timeZone} edit={(timeZone) => edit({ timeZone })} />
        <Choice
          title={said.range}
          value={draft.range}
          options={rangeOptions(draft.range)}
          edit={(range) => edit({ range })}
        />
      </div>
      <Check
        title={said.onlyIfChanged}
        checked={draft.onlyIfChanged}
        edit={(onlyIfChanged) => edit({ onlyIfChanged })}
      />
    </fieldset>
  );
}

/** Those of the form, and the one that the schedule has. */
function rangeOptions(range: string): readonly (readonly [value: string, shown: string])[] {
  const { schedules: said } = workTexts();
  const offered = RANGES.map((name) => [name, said.ranges[name]] as const);
  const isOffered = range === '' || RANGES.some((name) => name === range);
  return [['', said.noRange] as const, ...offered, ...(isOffered ? [] : [[range, range] as const])];
}
