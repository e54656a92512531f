// Shows recommendations beside a cart with the product: the current ones, and those of this report, which can replace
// them.
import { useState } from 'preact/hooks';
import type {
  GetRecommendationsQuery,
  GetRecommendationsResponse,
} from '../../../packages/client/src/index.ts';
import { fill, joinIsolated } from '../../../packages/report-parts/names.ts';
import { go } from '../app/address.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { formatNumber, getTexts } from '../app/words/language.ts';
import { Field, Writing } from '../parts/form-fields.tsx';
import { Action } from '../parts/sending.tsx';
import { States } from '../parts/states.tsx';
import { To } from '../parts/to.tsx';
import { createServingRequest, type ProductProps } from './product-rules.ts';
import { fetchRecommendations, listFields, type TypedValues, toFilter } from './served-recommendations.ts';

const SHOWN = 5;

export function BesideCart({ report, product }: ProductProps) {
  const { cart: said } = getTexts();
  const { report_id, dataset_id } = report;
  const query = { product: [product], dataset_id, limit: SHOWN };
  const loaded = useLoaded(`beside the cart ${report_id} ${product}`, async (client, call) => {
    const [now, byReport] = await Promise.all([
      fetchRecommendations(client, query, call),
      fetchRecommendations(client, { ...query, report_id }, call),
    ]);
    return { now, byReport };
  });
  return (
    <section class="card">
      <h2>{said.title}</h2>
      <p class="muted">{said.hint}</p>
      <States of={loaded} lines={12}>
        {({ now, byReport }) => (
          <>
            <FilteredCart query={query} reportId={report_id} now={now} byReport={byReport} />
            {now?.report_id === report_id && <p role="status">{said.isServed}</p>}
            <Writing>
              {byReport !== undefined && now?.report_id !== report_id && (
                <Action
                  class="main"
                  title={said.serve}
                  work={async (client, call) => {
                    await client.recommendations.serve(dataset_id, report_id, call);
                    loaded.reload();
                  }}
                />
              )}
              {byReport === undefined && (
                <Action
                  title={said.askAgain}
                  work={async (client, call) => {
                    const { report_id: id } = await client.reports.create(createServingRequest(report), call);
                    go({ view: 'report', id });
                  }}
                />
              )}
            </Writing>
          </>
        )}
      </States>
    </section>
  );
}

// Compares current recommendations with the report's: both filtered by the custom field values that the reader types.

type Answer = GetRecommendationsResponse | undefined;

/** A rule whose corrected p-value is above this is not significant. */
const SIGNIFICANT = 0.05;

interface FilteredCartProps {
  readonly query: GetRecommendationsQuery;
  readonly reportId: string;
  /** The answer without a filter. */
  readonly now: Answer;
  readonly byReport: Answer;
}

function FilteredCart({ query, reportId, now, byReport }: FilteredCartProps) {
  const { cart: said } = getTexts();
  const fields = listFields(now, byReport);
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
  /** The report that products link to. */
  readonly reportId: string;
  readonly values: TypedValues;
  /** The answer without a filter. */
  readonly answer: GetRecommendationsResponse;
}

function Filtered({ query, reportId, values, answer }: FilteredProps) {
  const { cart: said } = getTexts();
  const { parameters, missing } = toFilter(values, answer.fields);
  const asked = { ...query, ...parameters };
  const isFiltered = Object.keys(parameters).length > 0;
  const loaded = useLoaded(JSON.stringify([asked, answer.report_id]), async (client, call) =>
    isFiltered ? await fetchRecommendations(client, asked, call) : answer,
  );
  return (
    <>
      {missing.length > 0 && (
        <p class="muted">{fill(said.notFiltered, { fields: joinIsolated(missing, ', ') })}</p>
      )}
      {isFiltered ? (
        <States of={loaded} lines={8}>
          {(found) => <Recommendations reportId={reportId} answer={found} />}
        </States>
      ) : (
        <Recommendations reportId={reportId} answer={answer} />
      )}
    </>
  );
}

interface RecommendationsProps {
  /** The report that products link to. */
  readonly reportId: string;
  readonly answer: Answer;
}

function Recommendations({ reportId, answer }: RecommendationsProps) {
  const { cart: said } = getTexts();
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
                  baskets: formatNumber(because.occurrences),
                  lift: formatNumber(because.lift, 1),
                })}
            {because !== null && because.p_value_corrected > SIGNIFICANT && ` · ${said.mayBeChance}`}
          </span>
        </li>
      ))}
    </ol>
  );
}
