// The view that the address names. Each is a script of its own, loaded when it is first shown.
import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect, useErrorBoundary } from 'preact/hooks';
import { Problem } from '../parts/states.tsx';
import { view } from './address.ts';
import { texts } from './language.ts';

const VIEWS: Readonly<Record<string, () => Promise<FunctionComponent>>> = {
  overview: async () => (await import('../overview/overview.tsx')).Overview,
  import: async () => (await import('../import/import.tsx')).ImportView,
  reports: async () => (await import('../reports/reports.tsx')).Reports,
  erasure: async () => (await import('../settings/erasure.tsx')).Erasures,
  product: async () => (await import('../products/product.tsx')).ProductView,
  compare: async () => (await import('../compare/compare.tsx')).Compare,
  schedules: async () => (await import('../schedules/schedules.tsx')).Schedules,
  keys: async () => (await import('../settings/keys.tsx')).Keys,
  report: async () => (await import('../reports/report.tsx')).ReportView,
};

const loaded = signal<Readonly<Record<string, FunctionComponent>>>({});
const missing = signal(false);

export function LazyView() {
  const said = texts();
  const name = view.value;
  // What a view throws while it is drawn, instead of a page that is half there.
  const [failed, retry] = useErrorBoundary();
  const load = Object.hasOwn(VIEWS, name) ? VIEWS[name] : undefined;
  useEffect(() => {
    if (load === undefined || loaded.value[name] !== undefined) return;
    load().then(
      (View) => {
        loaded.value = { ...loaded.value, [name]: View };
      },
      // A deployment replaces the scripts: those that this page names may be gone.
      () => {
        missing.value = true;
      },
    );
  }, [name, load]);
  if (load === undefined) return <p class="card">{said.unknownView}</p>;
  const View = loaded.value[name];
  if (failed !== undefined) return <Problem problem={failed} reload={retry} />;
  if (View !== undefined) return <View />;
  if (!missing.value) return <p class="card loading">{said.loading}</p>;
  return (
    <div class="card" role="alert">
      <p>{said.newVersion}</p>
      <button type="button" onClick={() => location.reload()}>
        {said.reload}
      </button>
    </div>
  );
}
