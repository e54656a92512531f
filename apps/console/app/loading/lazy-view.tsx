// The view that the address names, with its script loaded when it is first shown. The first page is there at once; the import of
// files has a script of its own; the others come in two: they share most of their parts, and one file compresses far better
// than the forty that a script for each view would be cut into. The page that the service sends names the scripts of its
// view (lib/bundles/console-files.ts), so that they are loaded beside this one.
import type { FunctionComponent } from 'preact';
import { useErrorBoundary } from 'preact/hooks';
import { Problem } from '../../parts/states.tsx';
import { view } from '../address.ts';
import { texts } from '../words/language.ts';
import { Home } from './first-script.ts';
import { lazyScripts, ScriptState } from './lazy-script.tsx';

const imported = () => import('../../import/imported.ts');
const shown = () => import('../../reports/shown.ts');
const managed = () => import('../../settings/managed.ts');

const VIEWS: Readonly<Record<string, () => Promise<FunctionComponent>>> = {
  home: async () => Home,
  import: async () => (await imported()).ImportView,
  reports: async () => (await managed()).Reports,
  erasure: async () => (await managed()).Erasures,
  product: async () => (await shown()).ProductView,
  customer: async () => (await shown()).CustomerView,
  compare: async () => (await shown()).Compare,
  schedules: async () => (await managed()).Schedules,
  audiences: async () => (await managed()).Audiences,
  settings: async () => (await managed()).Settings,
  report: async () => (await shown()).ReportView,
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
