// The view that the address names. Each is a script of its own, loaded when it is first shown.
import type { FunctionComponent } from 'preact';
import { useErrorBoundary } from 'preact/hooks';
import { Problem } from '../parts/states.tsx';
import { view } from './address.ts';
import { texts } from './language.ts';
import { lazyScripts, ScriptState } from './lazy-script.tsx';

const VIEWS: Readonly<Record<string, () => Promise<FunctionComponent>>> = {
  home: async () => (await import('../home/home.tsx')).Home,
  import: async () => (await import('../import/import.tsx')).ImportView,
  reports: async () => (await import('../reports/reports.tsx')).Reports,
  erasure: async () => (await import('../settings/erasure.tsx')).Erasures,
  product: async () => (await import('../products/product.tsx')).ProductView,
  compare: async () => (await import('../compare/compare.tsx')).Compare,
  schedules: async () => (await import('../schedules/schedules.tsx')).Schedules,
  settings: async () => (await import('../settings/settings.tsx')).Settings,
  report: async () => (await import('../reports/report.tsx')).ReportView,
};

const useView = lazyScripts(VIEWS);

export function LazyView() {
  const name = view.value;
  // What a view throws while it is drawn, instead of a page that is half there.
  const [failed, retry] = useErrorBoundary();
  const script = useView(name);
  if (!Object.hasOwn(VIEWS, name)) return <p class="card">{texts().unknownView}</p>;
  if (failed !== undefined) return <Problem problem={failed} reload={retry} />;
  const View = script.found;
  return View === undefined ? <ScriptState script={script} /> : <View />;
}
