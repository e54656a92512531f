// Three to five actions of the newest reports.
import { homeTexts } from '../app/words/home-texts.ts';
import { ActionCards } from './action-card.tsx';
import { actionsOf, type NewestReports } from './actions.ts';

export function ThisWeek({ newest }: { readonly newest: NewestReports }) {
  const said = homeTexts();
  const actions = actionsOf(newest);
  if (actions.length === 0)
    return (
      <section class="card">
        <h2>{said.nothing}</h2>
        <p>{said.nothingMeans}</p>
      </section>
    );
  return (
    <ol class="actions">
      <ActionCards actions={actions} />
    </ol>
  );
}
