// A form that sends one request: its fields, the send and back buttons, the error, and the request as code for
// programs.
import type { ComponentChildren } from 'preact';
import type { Place } from '../app/address.ts';
import { BASE_URL } from '../app/service.ts';
import { getHomeTexts } from '../app/words/home-texts.ts';
import { getTexts } from '../app/words/language.ts';
import { Writing } from '../parts/form-fields.tsx';
import type { Sending } from '../parts/sending.tsx';
import { Problem } from '../parts/states.tsx';
import { To } from '../parts/to.tsx';
import { asCurl, asTypeScript, type FormRequest } from './request-code.ts';

interface RequestFormProps {
  readonly title: string;
  readonly means: string;
  readonly request: FormRequest;
  readonly sending: Sending;
  readonly send: () => void;
  /** Title of the button, also during the request. */
  readonly submit: string;
  readonly submitting: string;
  /** The place that the back button leads to. */
  readonly back: Place;
  readonly children: ComponentChildren;
}

export function RequestForm({ title, means, request, sending, send, children, ...rest }: RequestFormProps) {
  const { submit, submitting, back } = rest;
  const { isSending, problem } = sending;
  return (
    <>
      <h1>{title}</h1>
      <p class="muted">{means}</p>
      <section class="card">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          {children}
          <Writing>
            <p>
              <button type="submit" class="main" disabled={isSending}>
                {isSending ? submitting : submit}
              </button>{' '}
              <To place={back}>{getTexts().ask.cancel}</To>
            </p>
          </Writing>
        </form>
        <Problem problem={problem} reload={send} />
        <AsCode request={request} />
      </section>
    </>
  );
}

// Shows a form's request as code: for a shell, and in TypeScript.
function AsCode({ request }: { readonly request: FormRequest }) {
  return (
    <details>
      <summary>{getHomeTexts().settings.developers}</summary>
      <p class="muted">{getTexts().ask.asRequest}</p>
      <h3>curl</h3>
      <pre>{asCurl(BASE_URL, request)}</pre>
      <h3>TypeScript</h3>
      <pre>{asTypeScript(BASE_URL, request)}</pre>
    </details>
  );
}
