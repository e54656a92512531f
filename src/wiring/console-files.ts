// The files of the console's folder, beside the code of its function: each compressed twice, and a list of them. The
// bundler writes them, the function reads them.
import * as v from 'valibot';

export const CONSOLE_FOLDER = 'console';
export const CONSOLE_LIST = 'files.json';
/** The list's name of the page itself, as it opens the first view. */
export const CONSOLE_PAGE = 'index.html';

export const consoleFileList = v.object({
  files: v.record(v.string(), v.object({ type: v.string(), immutable: v.boolean() })),
  /** By view: the page that names the scripts which the view needs. Every other view has CONSOLE_PAGE. */
  pages: v.record(v.string(), v.string()),
});
export type ConsoleFileList = v.InferOutput<typeof consoleFileList>;

/** Best first. */
const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];
