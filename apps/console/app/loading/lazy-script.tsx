// Loads scripts when they are first shown. A script that fails to load is reported: either the network is down, or a
// deployment has replaced the scripts that this page names.
import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { Skeleton } from '../../parts/states.tsx';
import { getTexts } from '../words/language.ts';

interface Script<C> {
  readonly found: C | undefined;
  readonly lost: 'network' | 'version' | undefined;
}

/** Parts of the first script's views in other scripts, which import the first: lazy-view.tsx adds them here. */
export const PARTS: Record<string, () => Promise<FunctionComponent>> = {};

/** Creates one hook for all scripts of a kind. */
export function createLazyScripts<C>(loaders: Readonly<Record<string, () => Promise<C>>>) {
  const scripts = signal<ReadonlyMap<string, Script<C>>>(new Map());

  async function load(name: string): Promise<void> {
    const loader = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
    if (loader === undefined || scripts.value.has(name)) return;
    const script = await loader().then(
      (found): Script<C> => ({ found, lost: undefined }),
      async (): Promise<Script<C>> => ({
        found: undefined,
        lost: (await loadNewestPage()) === 'other' ? 'version' : 'network',
      }),
    );
    scripts.value = new Map([...scripts.value, [name, script]]);
  }

  return function useScript(name: string): Script<C> {
    useEffect(() => void load(name), [name]);
    return scripts.value.get(name) ?? { found: undefined, lost: undefined };
  };
}

/** Shown instead of the script's view. */
export function ScriptState({ script: { lost } }: { readonly script: Script<unknown> }) {
  const said = getTexts();
  const isOld = lost === 'version';
  useEffect(() => {
    if (lost !== 'network') return;
    const retryLoading = (): void => void reloadIfOnline();
    const timer = setInterval(retryLoading, AGAIN_MS);
    addEventListener('online', retryLoading);
    return () => {
      clearInterval(timer);
      removeEventListener('online', retryLoading);
    };
  }, [lost]);
  if (lost === undefined) return <Skeleton lines={30} />;
  return (
    <div class="card" role="alert">
      <p>{isOld ? said.newVersion : said.noConnection}</p>
      <button type="button" onClick={reloadIfOnline}>
        {isOld ? said.reload : said.again}
      </button>
    </div>
  );
}

const AGAIN_MS = 5_000;

/** Browsers cache the failure of a script: only a new page requests it again. Offline, this page is more useful. */
async function reloadIfOnline(): Promise<void> {
  if ((await loadNewestPage()) !== undefined) location.reload();
}

/** Compares the service's page with this one, by the scripts that they name. Undefined if it can't be read. */
async function loadNewestPage(): Promise<'this' | 'other' | undefined> {
  try {
    const response = await fetch(location.pathname, { cache: 'no-store' });
    const page = await response.text();
    const own = document.querySelector('script[type="module"]')?.getAttribute('src') ?? '';
    return response.ok && page.includes(own) ? 'this' : 'other';
  } catch {
    return undefined;
  }
}
