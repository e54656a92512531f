// What is shown beside a cart now, and by the report: of both only products with the values that the reader asks for, of
// the custom fields that they can be filtered by.
import { useState } from 'preact/hooks';
import type { GetRecommendationsQuery, GetRecommendationsResponse } from '../../client/src/index.ts';
import { fill, listed } from '../../report-parts/names.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { number, texts } from '../app/words/language.ts';
import { Field } from '../parts/form-fields.tsx';
import { States } from '../parts/states.tsx';
import { To } from '../parts/to.tsx';
import { fieldsOf, filterOf, recommendationsOf, type TypedValues } from './served-recommendations.ts';

type Answer = GetRecommendationsResponse | undefined;

/** A corrected p-value above it is no evidence. */
const SIGNIFICANT = 0.05;

export interface FilteredCartProps {
  readonly query: GetRecommendationsQuery;
  readonly reportId: string;
  /** Without a filter. */
  readonly now: Answer;
  readonly byReport: Answer;
}

export function FilteredCart({ query, reportId, now, byReport }: FilteredCartProps) {
  const { cart: said } = texts();
  const fields = fieldsOf(now, byReport);
  const [typed, setTyped] = useState<TypedValues>({});
  const [values, setValues] = useState<TypedValues>({});
  return (
    <>
      {fields.length > 0 && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            setValues(typed);
          }}
        >
          <div class="fields">
            {fields.map((field) => (
              <Field
                key={field}
                title={fill(said.only, { field })}
                value={typed[field] ?? ''}
                maxLength={512}
                edit={(value) => setTyped({ ...typed, [field]: value })}
              />
            ))}
          </div>
          <button type="submit">{said.filter}</button>
        </form>
      )}
      <div class="columns">
        <div>
          <h3>{said.now}</h3>
          {now === undefined ? (
            <p>{said.nothingNow}</p>
          ) : (
            <Filtered {...{ query, reportId, values }} answer={now} />
          )}
        </div>
        <div>
          <h3>{said.byReport}</h3>
          {byReport === undefined ? (
            <p>{said.notServing}</p>
          ) : (
            <Filtered {...{ reportId, values }} query={{ ...query, report_id: reportId }} answer={byReport} />
          )}
        </div>
      </div>
    </>
  );
}

interface FilteredProps {
  readonly query: GetRecommendationsQuery;
  /** Of the products’ pages. */
  readonly reportId: string;
  readonly values: TypedValues;
  /** Without a filter. */
  readonly answer: GetRecommendationsResponse;
}

function Filtered({ query, reportId, values, answer }: FilteredProps) {
  const { cart: said } = texts();
  const { parameters, missing } = filterOf(values, answer.fields);
  const asked = { ...query, ...parameters };
  const isFiltered = Object.keys(parameters).length > 0;
  const loaded = useLoaded(JSON.stringify([asked, answer.report_id]), async (client, call) =>
    isFiltered ? await recommendationsOf(client, asked, call) : answer,
  );
  return (
    <>
      {missing.length > 0 && <p class="muted">{fill(said.notFiltered, { fields: listed(missing, ', ') })}</p>}
      {isFiltered ? (
        <States of={loaded} lines={8}>
          {(found) => <Shown reportId={reportId} answer={found} />}
        </States>
      ) : (
        <Shown reportId={reportId} answer={answer} />
      )}
    </>
  );
}

interface ShownProps {
  /** Of the products’ pages. */
  readonly reportId: string;
  readonly answer: Answer;
}

function Shown({ reportId, answer }: ShownProps) {
  const { cart: said } = texts();
  const recommendations = answer?.recommendations ?? [];
  if (recommendations.length === 0) return <p>{said.nothing}</p>;
  return (
    <ol>
      {recommendations.map(({ product, basis, because }) => (
        <li key={product}>
          <To place={{ view: 'product', report: reportId, product }}>{product}</To>{' '}
          <span class="muted">
            {because === null
              ? said.popular
              : fill(said.because, {
                  basis: said.basis[basis],
                  baskets: number(because.occurrences),
                  lift: number(because.lift, 1),
                })}
            {because !== null && because.p_value_corrected > SIGNIFICANT && ` · ${said.mayBeChance}`}
          </span>
        </li>
      ))}
    </ol>
  );
}
