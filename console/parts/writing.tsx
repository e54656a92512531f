// Fields and buttons that change something: with a read-only key they are shown and can't be used, with the reason.
import type { ComponentChildren } from 'preact';
import { isReadOnly } from '../app/key.ts';
import { texts } from '../app/words/language.ts';

export function Writing({ children }: { readonly children: ComponentChildren }) {
  if (!isReadOnly.value) return <>{children}</>;
  return (
    <fieldset class="writing" disabled>
      <p>{texts().key.readOnly}</p>
      {children}
    </fieldset>
  );
}
