// Figures with their names.
export interface FactsProps {
  readonly facts: readonly (readonly [name: string, shown: string])[];
}

export function Facts({ facts }: FactsProps) {
  return (
    <dl class="card facts">
      {facts.map(([name, shown]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{shown}</dd>
        </div>
      ))}
    </dl>
  );
}
