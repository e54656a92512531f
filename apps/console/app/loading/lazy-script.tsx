// Scripts that are loaded when they are first shown. One that cannot be loaded is never waited for in silence: either the
// network is gone, or a deployment has replaced the scripts that this page names.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Skeleton } from '../../parts/states.tsx';
import { getTexts } from '../words/language.ts';

interface Script<C> {
  readonly found: C | undefined;
  readonly lost: 'network' | 'version' | undefined;
}

/** One hook for all scripts of a kind. */
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

/** In place of what a script would show. */
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

/** Browsers remember that a script failed: only a new page asks for it again. Offline, this page is the better one. */
async function reloadIfOnline(): Promise<void> {
  if ((await loadNewestPage()) !== undefined) location.reload();
}

/** Whether the service's page is this one, by the scripts that it names. Undefined if it can't be read. */
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
