// What there is to read about errors, as Markdown: on the reference page, where each code's heading is what its
// doc_url points to, and as a file for those who read the repository.
import { ANSWERED_CODES, ERRORS } from '../contract/error-codes.ts';
import { errorExample } from './examples.ts';

const INTRODUCTION = `Every error that the service answers has the same members. \`error\` says in a sentence what is wrong and may change;
\`code\` is stable and for programs; \`request_id\` names the request in the service's log; \`doc_url\` leads to the code's
section on the reference page. Some have more: \`param\`, \`retry_after_ms\`, \`limit\`, \`used\`. What the gateway answers by
itself (a body over 6 MB, no answer within 30 seconds, more than it lets in) has \`message\` alone.`;

function sections(): string {
  return ANSWERED_CODES.map((code) => {
    const { status, meaning, when, whatToDo } = ERRORS[code];
    const example = JSON.stringify(errorExample(code), undefined, 2);
    return `## ${code}

**${status}.** ${meaning}

- **When:** ${when}
- **What to do:** ${whatToDo}

\`\`\`json
${example}
\`\`\`
`;
  }).join('\n');
}

/** Of the Errors tag. */
export function errorsDescription(): string {
  return `${INTRODUCTION}\n\n${sections()}`;
}

/** docs/errors.md. */
export function errorsFile(): string {
  const table = ANSWERED_CODES.map(
    (code) => `| [\`${code}\`](#${code}) | ${ERRORS[code].status} | ${ERRORS[code].meaning} |`,
  );
  return `# Errors

${INTRODUCTION}

| code | status | meaning |
| ---- | ------ | ------- |
${table.join('\n')}

${sections()}`;
}
