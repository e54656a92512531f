// What a form sends, as code: for a shell, and in TypeScript.
import { texts } from '../app/language.ts';
import { BASE_URL } from '../app/service.ts';
import { asCurl, asTypeScript, type FormRequest } from './request-code.ts';

export function AsCode({ request }: { readonly request: FormRequest }) {
  return (
    <>
      <Code title="curl" text={asCurl(BASE_URL, request)} />
      <Code title="TypeScript" text={asTypeScript(BASE_URL, request)} />
    </>
  );
}

function Code({ title, text }: { readonly title: string; readonly text: string }) {
  const { ask } = texts();
  return (
    <details>
      <summary>
        {ask.asRequest}: {title}
      </summary>
      <pre>{text}</pre>
    </details>
  );
}
