// docs/concepts.md lies beside the code of the function that answers agents, which serves its sections.

export const CONCEPTS_FILE = 'concepts.md';
