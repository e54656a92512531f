// Conditions on rows: any number of them, all of which must hold.

import { fill } from '../../report-parts/names.ts';
import { operatorsOf } from '../../src/core/settings/conditions.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { Choice, Field } from '../parts/form-fields.tsx';
import { type ConditionDraft, emptyCondition, FIELDS, takesNumber, withField } from './condition-draft.ts';

export interface ConditionFieldsProps {
  readonly conditions: readonly ConditionDraft[];
  readonly edit: (conditions: readonly ConditionDraft[]) => void;
}

/** The service takes 50. */
const MOST = 50;

export function ConditionFields({ conditions, edit }: ConditionFieldsProps) {
  const { builder: said } = workTexts();
  return (
    <fieldset>
      <legend>{said.conditions}</legend>
      <p class="muted">{said.conditionsHint}</p>
      {conditions.map((condition, at) => (
        <Condition
          key={at}
          number={at + 1}
          condition={condition}
          edit={(changed) => edit(conditions.with(at, changed))}
          remove={() => edit(conditions.toSpliced(at, 1))}
        />
      ))}
      {conditions.length < MOST && (
        <button type="button" onClick={() => edit([...conditions, emptyCondition])}>
          {said.addCondition}
        </button>
      )}
    </fieldset>
  );
}

interface ConditionProps {
  /** From 1. */
  readonly number: number;
  readonly condition: ConditionDraft;
  readonly edit: (condition: ConditionDraft) => void;
  readonly remove: () => void;
}

function Condition({ number, condition, edit, remove }: ConditionProps) {
  const { builder: said } = workTexts();
  const { field, key, operator, value, valueTo } = condition;
  const isNumber = takesNumber(condition);
  const typed = isNumber ? ({ type: 'number', step: 'any' } as const) : { maxLength: 512 };
  // Another input for another type: one that was of text keeps its limits.
  const kind = isNumber ? 'number' : 'text';
  const isRange = operator === 'between';
  return (
    <fieldset class="fields condition">
      <legend class="hidden">{fill(said.condition, { number: String(number) })}</legend>
      <Choice
        title={said.field}
        value={field}
        options={FIELDS.map((name) => [name, said.fields[name]] as const)}
        edit={(name) => edit(withField(condition, name))}
      />
      {field === 'custom' && (
        <Field
          title={said.key}
          value={key}
          maxLength={64}
          edit={(text) => edit({ ...condition, key: text })}
        />
      )}
      <Choice
        title={said.operator}
        value={operator}
        options={operatorsOf(field).map((name) => [name, said.operators[name]] as const)}
        edit={(name) => edit({ ...condition, operator: name })}
      />
      <Field
        key={kind}
        title={isRange ? said.from : said.value}
        value={value}
        {...typed}
        edit={(text) => edit({ ...condition, value: text })}
      />
      {isRange && (
        <Field
          title={said.to}
          value={valueTo}
          {...typed}
          edit={(text) => edit({ ...condition, valueTo: text })}
        />
      )}
      <p>
        <button type="button" onClick={remove}>
          {fill(said.removeCondition, { number: String(number) })}
        </button>
      </p>
    </fieldset>
  );
}
