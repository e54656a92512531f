// What a form sends, as code: for a shell, and in TypeScript.

import { BASE_URL } from '../app/service.ts';
import { homeTexts } from '../app/words/home-texts.ts';
import { texts } from '../app/words/language.ts';
import { asCurl, asTypeScript, type FormRequest } from './request-code.ts';

export function AsCode({ request }: { readonly request: FormRequest }) {
  return (
    <details>
      <summary>{homeTexts().settings.developers}</summary>
      <p class="muted">{texts().ask.asRequest}</p>
      <h3>curl</h3>
      <pre>{asCurl(BASE_URL, request)}</pre>
      <h3>TypeScript</h3>
      <pre>{asTypeScript(BASE_URL, request)}</pre>
    </details>
  );
}
