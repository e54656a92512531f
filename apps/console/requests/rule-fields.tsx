// Edits a market basket report's settings: thresholds, baskets, constraints on rules; and optional results:
// recommendations, and profiles of products.

import { fill } from '../../../packages/report-parts/names.ts';
import { listOperators } from '../../../src/contract/settings/conditions.ts';
import { getTexts } from '../app/words/language.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { Check, Choice, Field } from '../parts/form-fields.tsx';
import {
  type ConditionDraft,
  emptyCondition,
  FIELDS,
  isNumeric,
  LIMITS,
  PRODUCT_LISTS,
  type RuleDraft,
  withField,
} from './condition-draft.ts';
import type { Draft } from './report-request.ts';

interface RuleFieldsProps {
  readonly draft: Draft;
  readonly edit: (changes: Partial<Draft>) => void;
}

const PERCENT = { type: 'number', min: 0, max: 100, step: 'any' } as const;

/** Minimum, maximum and step of each number. */
const BOUNDS = {
  max_products: { min: 2, max: 31, step: 1 },
  max_antecedents: { min: 1, max: 30, step: 1 },
  max_consequents: { min: 1, max: 30, step: 1 },
  min_lift: { min: 0, step: 'any' },
  max_p_value_corrected: { min: 0, max: 1, step: 'any' },
} as const;

export function RuleFields({ draft, edit }: RuleFieldsProps) {
  const { ask } = getTexts();
  const { builder: said } = workTexts();
  const { rules } = draft;
  const editRules = (changes: Partial<RuleDraft>): void => edit({ rules: { ...rules, ...changes } });
  return (
    <fieldset>
      <legend>{said.constraints}</legend>
      <div class="fields">
        <Field
          title={ask.minSupport}
          value={draft.minSupport}
          edit={(minSupport) => edit({ minSupport })}
          {...PERCENT}
        />
        <Field
          title={ask.minConfidence}
          value={draft.minConfidence}
          edit={(minConfidence) => edit({ minConfidence })}
          {...PERCENT}
        />
        <Choice
          title={said.baskets}
          value={draft.baskets}
          options={[
            ['', said.default],
            ['order', said.basketOf.order],
            ['customer', said.basketOf.customer],
          ]}
          edit={(baskets) => edit({ baskets })}
        />
        <Choice
          title={said.identifier}
          value={draft.identifier}
          options={[
            ['', said.default],
            ['name', said.identifiedBy.name],
            ['sku', said.identifiedBy.sku],
          ]}
          edit={(identifier) => edit({ identifier })}
        />
        <Field
          title={said.level}
          value={draft.level}
          edit={(level) => edit({ level })}
          placeholder="custom:category"
        />
      </div>
      <p class="muted">{said.productsHint}</p>
      <div class="fields">
        {PRODUCT_LISTS.map((name) => (
          <label key={name}>
            {said.products[name]}
            <textarea
              rows={2}
              value={rules[name]}
              onInput={({ currentTarget }) => editRules({ [name]: currentTarget.value })}
            />
          </label>
        ))}
        {LIMITS.map((name) => (
          <Field
            key={name}
            title={said.limits[name]}
            type="number"
            {...BOUNDS[name]}
            value={rules[name]}
            edit={(text) => editRules({ [name]: text })}
          />
        ))}
      </div>
      <Check
        title={said.redundant}
        checked={rules.redundant}
        edit={(redundant) => editRules({ redundant })}
      />
    </fieldset>
  );
}

export function KeptFields({ draft, edit }: RuleFieldsProps) {
  const { builder: said } = workTexts();
  return (
    <>
      <Check
        title={said.leavesOut}
        checked={draft.leaveOut != null}
        edit={(leaves) => edit({ leaveOut: leaves ? 'not_goods' : undefined })}
      />
      <Check title={said.serves} checked={draft.serves} edit={(serves) => edit({ serves })} />
      {draft.serves && (
        <div class="fields">
          <Field
            title={said.serveFields}
            value={draft.serveFields}
            edit={(serveFields) => edit({ serveFields })}
            placeholder="category, brand"
          />
        </div>
      )}
      <Check title={said.profiles} checked={draft.profiles} edit={(profiles) => edit({ profiles })} />
    </>
  );
}

// Edits conditions on rows: any number of them, all of which must hold.

interface ConditionFieldsProps {
  readonly conditions: readonly ConditionDraft[];
  readonly edit: (conditions: readonly ConditionDraft[]) => void;
}

/** The service's limit. */
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
  /** Starts at 1. */
  readonly number: number;
  readonly condition: ConditionDraft;
  readonly edit: (condition: ConditionDraft) => void;
  readonly remove: () => void;
}

function Condition({ number, condition, edit, remove }: ConditionProps) {
  const { builder: said } = workTexts();
  const { field, key, operator, value, valueTo } = condition;
  const isNumber = isNumeric(condition);
  const typed = isNumber ? ({ type: 'number', step: 'any' } as const) : { maxLength: 512 };
  // A different key gives a new input for another type, because a text input would keep its limits.
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
        options={listOperators(field).map((name) => [name, said.operators[name]] as const)}
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
