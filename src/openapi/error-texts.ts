// The documentation of errors, as Markdown: on the reference page, where each code's heading is the target of its
// doc_url, and as a page of the documentation.
import { ANSWERED_CODES, STATUSES } from '../contract/errors/error-codes.ts';
import { ERRORS } from '../contract/errors/error-descriptions.ts';
import { createErrorExample } from './examples/examples.ts';

const INTRODUCTION = `Every error of the service has the same members: \`error\`, a sentence that may change; \`code\`, which is stable and meant
for programs; \`request_id\`, which is also in the service's log; and \`doc_url\`, the code's section of the reference page.
Some have more: \`param\`, \`retry_after_ms\`, \`limit\`, \`used\`. The gateway's own responses (a body over 6 MB, no response
within 30 seconds, throttling) have only \`message\`.`;

function formatSections(): string {
  return ANSWERED_CODES.map((code) => {
    const { meaning, when, whatToDo } = ERRORS[code];
    const example = JSON.stringify(createErrorExample(code), undefined, 2);
    return `## ${code}

**${STATUSES[code]}.** ${meaning}

- **When:** ${when}
- **What to do:** ${whatToDo}

\`\`\`json
${example}
\`\`\`
`;
  }).join('\n');
}

/** Description of the Errors tag. */
export function formatErrorsDescription(): string {
  return `${INTRODUCTION}\n\n${formatSections()}`;
}

/** The page of errors. */
export function formatErrorsFile(): string {
  const table = ANSWERED_CODES.map(
    (code) => `| [\`${code}\`](#${code}) | ${STATUSES[code]} | ${ERRORS[code].meaning} |`,
  );
  return `# Errors

${INTRODUCTION}

| code | status | meaning |
| ---- | ------ | ------- |
${table.join('\n')}

${formatSections()}`;
}
