// Shows the view that the address names, and loads its script when it is first shown. The first page is part of the
// first script; the import of files has a script of its own; the others are in two scripts: they share most of their
// parts, and one file compresses far better than the forty that a script per view would be cut into. The page that the
// service sends names the scripts of its view (lib/bundles/console-files.ts), so that they are loaded in parallel.
import type { FunctionComponent } from 'preact';
import { useErrorBoundary } from 'preact/hooks';
import { Problem } from '../../parts/states.tsx';
import { view } from '../address.ts';
import { getTexts } from '../words/language.ts';
import { Home } from './first-script.ts';
import { createLazyScripts, PARTS, ScriptState } from './lazy-script.tsx';

const loadImport = () => import('../../import/imported.ts');
const loadShown = () => import('../../reports/shown.ts');
const loadManaged = () => import('../../settings/managed.ts');

const VIEWS: Readonly<Record<string, () => Promise<FunctionComponent>>> = {
  home: async () => Home,
  import: async () => (await loadImport()).ImportView,
  reports: async () => (await loadManaged()).Reports,
  erasure: async () => (await loadManaged()).Erasures,
  product: async () => (await loadShown()).ProductView,
  customer: async () => (await loadShown()).CustomerView,
  compare: async () => (await loadShown()).Compare,
  schedules: async () => (await loadManaged()).Schedules,
  audiences: async () => (await loadManaged()).Audiences,
  connect: async () => (await loadManaged()).Connect,
  settings: async () => (await loadManaged()).Settings,
  period: async () => (await loadShown()).PeriodView,
  report: async () => (await loadShown()).ReportView,
};

PARTS.firstVisit = async () => (await loadImport()).FirstVisit;

const useView = createLazyScripts(VIEWS);

export function LazyView() {
  const name = view.value;
  // Catches errors of a view while it is drawn, instead of a half-drawn page.
  const [failed, retry] = useErrorBoundary();
  const script = useView(name);
  if (!Object.hasOwn(VIEWS, name)) return <p class="card">{getTexts().unknownView}</p>;
  if (failed !== undefined) return <Problem problem={failed} reload={retry} />;
  const View = script.found;
  return View === undefined ? <ScriptState script={script} /> : <View />;
}
