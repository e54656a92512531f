// A button that deletes something after a confirmation: deletion cannot be undone.
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { CallOptions, OrderAnalytics } from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { useSending } from './sending.tsx';
import { Problem } from './states.tsx';

interface RemovalWords {
  readonly remove: string;
  /** Contains `{name}`. */
  readonly removeNamed: string;
  readonly keep: string;
}

interface RemovalProps {
  readonly name: string;
  /** The question, and the consequences. */
  readonly sure: string;
  /** Default: the words of deleting. */
  readonly words?: RemovalWords;
  /** Shown below the question. */
  readonly children?: ComponentChildren;
  readonly remove: (client: OrderAnalytics, call: CallOptions) => Promise<unknown>;
  readonly removed: () => void;
}

export function Removal({ name, sure, words, children, remove, removed }: RemovalProps) {
  const said = words ?? workTexts().removal;
  const dialog = useRef<HTMLDialogElement>(null);
  const [isAsked, setAsked] = useState(false);
  const { isSending, problem, send } = useSending();
  const ask = (): void =>
    send(async (client, call) => {
      await remove(client, call);
      dialog.current?.close();
      removed();
    });
  return (
    <>
      <button
        type="button"
        aria-label={fill(said.removeNamed, { name })}
        onClick={() => {
          setAsked(true);
          dialog.current?.showModal();
        }}
      >
        {said.remove}
      </button>
      <dialog ref={dialog} aria-label={said.remove} onClose={() => setAsked(false)}>
        {isAsked && (
          <>
            <p>{sure}</p>
            {children}
            <Problem problem={problem} reload={ask} />
            <p>
              <button type="button" class="main" disabled={isSending} onClick={ask}>
                {said.remove}
              </button>{' '}
              <button type="button" onClick={() => dialog.current?.close()}>
                {said.keep}
              </button>
            </p>
          </>
        )}
      </dialog>
    </>
  );
}
