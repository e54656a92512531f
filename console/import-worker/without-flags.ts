// The reader of order files names the command line's flags in its messages; the page has fields instead.

/** Without parentheses such as `(--decimal sets the decimal mark)`. */
export function withoutFlags(message: string): string {
  return message.replaceAll(/ \(--[^)]*\)/g, '');
}
