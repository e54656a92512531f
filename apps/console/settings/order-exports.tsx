// Exports the line items of a dataset as files.
import { useState } from 'preact/hooks';
import type { CreateOrderExportRequest, Dataset } from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { EXPORT_DAYS } from '../../../src/contract/schema/limits.ts';
import { useLoaded } from '../app/loading/loaded.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { Choice, Field, Writing } from '../parts/form-fields.tsx';
import { Action } from '../parts/sending.tsx';
import { States } from '../parts/states.tsx';
import { FORMATS, OneExport, useFollowedExport } from '../reports/report-exports.tsx';

/** `datasets`: those with orders. */
export function OrderExports({ datasets }: { readonly datasets: readonly Dataset[] }) {
  const { exports: said } = workTexts();
  const [slug, setSlug] = useState(datasets[0]?.slug ?? '');
  const [format, setFormat] = useState<CreateOrderExportRequest['format']>('csv');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const loaded = useLoaded(`exports of orders of ${slug}`, (client, call) =>
    client.datasets.exports.list(slug, call),
  );
  useFollowedExport(loaded.value ?? [], loaded.reload, (client, id, call) =>
    client.datasets.exports.wait(slug, id, call),
  );
  return (
    <section class="card" aria-label={said.ordersTitle}>
      <h2>{said.ordersTitle}</h2>
      <p class="muted">{fill(said.explainOrders, { days: EXPORT_DAYS })}</p>
      <Choice
        title={said.dataset}
        value={slug}
        options={datasets.map((one) => [one.slug, one.name] as const)}
        edit={setSlug}
      />
      <Writing>
        <div class="fields">
          <Choice
            title={said.format}
            value={format}
            options={FORMATS.map((name) => [name, said.formats[name]] as const)}
            edit={setFormat}
          />
          <Field title={said.from} type="date" value={from} edit={setFrom} />
          <Field title={said.to} type="date" value={to} edit={setTo} />
        </div>
        <Action
          title={said.askOrders}
          work={async (client, call) => {
            await client.datasets.exports.create(
              slug,
              { format, ...(from !== '' && { from }), ...(to !== '' && { to }) },
              call,
            );
            loaded.reload();
          }}
        />
      </Writing>
      <States of={loaded} lines={2}>
        {(found) => (
          <ul class="plain exports">
            {found.map((one) => (
              <OneExport
                key={one.export_id}
                found={one}
                what={said.orders}
                files={one.files}
                address={async (client, call, at) =>
                  (await client.datasets.exports.get(slug, one.export_id, call)).files[at]?.download_url
                }
              />
            ))}
          </ul>
        )}
      </States>
    </section>
  );
}
