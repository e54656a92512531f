// Names of the files that the reference is served from, beside its function's code.
export const REFERENCE_FILES = {
  document: 'openapi.json.gz',
  page: 'docs.html.gz',
  policy: 'docs.csp',
} as const;
