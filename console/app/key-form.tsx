// Asks for an API key: in place of the page when there is none, and before it when the service refuses the one in use.
import { useEffect, useRef } from 'preact/hooks';
import { isRefused, setKey } from './key.ts';
import { texts } from './words/language.ts';

export function KeyForm() {
  const { product, key } = texts();
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  // Modal: what is behind it can be read, and nothing there is changed in the meantime. Its first field gets the focus.
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
