// Asks for an API key: instead of the page when there is none, and in front of it when the service refuses the current
// one.
import { useEffect, useRef, useState } from 'preact/hooks';
import { OrderAnalytics } from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { apiKey, isRefused, offeredKey, setKey } from './key.ts';
import { BASE_URL } from './service.ts';
import { getTexts } from './words/language.ts';

export function KeyForm() {
  const { product, key } = getTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  // Modal: the page behind can be read, but not changed meanwhile. The first field gets the focus.
  useEffect(() => {
    dialog.current?.showModal();
    return () => dialog.current?.close();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby="key-title" onCancel={(event) => event.preventDefault()}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (input.current !== null) setKey(input.current.value);
        }}
      >
        <p class="muted">{product}</p>
        <h1 id="key-title">{key.title}</h1>
        {isRefused.value ? (
          <p role="alert">
            {key.refused} {key.keep}
          </p>
        ) : (
          <p>{key.explain}</p>
        )}
        <label>
          {key.label}
          <input
            ref={input}
            type="password"
            autocomplete="off"
            spellcheck={false}
            placeholder="afn_…"
            required
          />
        </label>
        <button type="submit">{key.use}</button>
      </form>
    </dialog>
  );
}

// Prompts before the key of a link replaces the current one: a link from somebody else could otherwise direct orders to
// another account. Both keys are shown by their last characters and their accounts.

const SHOWN_OF_KEY = 4;

export function KeyOffer({ offered }: { readonly offered: string }) {
  const { key: said } = getTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const keep = useRef<HTMLButtonElement>(null);
  const own = useAccountName(apiKey.value ?? '');
  const other = useAccountName(offered);
  useEffect(() => {
    dialog.current?.showModal();
    keep.current?.focus();
    return () => dialog.current?.close();
  }, []);
  const refuse = (): void => {
    offeredKey.value = undefined;
  };
  return (
    <dialog ref={dialog} aria-labelledby="offer-title" onClose={refuse}>
      <h1 id="offer-title">{said.offered}</h1>
      <p>{said.offeredExplain}</p>
      <dl>
        <dt>{said.own}</dt>
        <dd>{describeKey(apiKey.value ?? '', own)}</dd>
        <dt>{said.ofLink}</dt>
        <dd>{describeKey(offered, other)}</dd>
      </dl>
      <p>
        <button type="button" class="main" ref={keep} onClick={refuse}>
          {said.keepOwn}
        </button>{' '}
        <button type="button" onClick={() => setKey(offered)}>
          {said.takeOffered}
        </button>
      </p>
    </dialog>
  );
}

function describeKey(key: string, account: string | undefined): string {
  const said = getTexts().key;
  const end = key.slice(-SHOWN_OF_KEY);
  return account === undefined ? fill(said.of, { end }) : fill(said.ofAccount, { end, account });
}

/** Undefined while it loads, and for an invalid key. */
function useAccountName(key: string): string | undefined {
  const [name, setName] = useState<string | undefined>(undefined);
  useEffect(() => {
    new OrderAnalytics({ baseUrl: BASE_URL, apiKey: key }).usage().then(
      ({ account }) => setName(account.name),
      () => undefined,
    );
  }, [key]);
  return name;
}
