// The locale in which numbers and dates are shown: the reader's own, of the language of the texts.

/** `tags`: as the browser lists them, which may be ones that no formatter takes, such as en-US@posix. */
export function localeOf(tags: readonly string[], language: string): string {
  return tags.find((tag) => tag.split('-')[0] === language && isLocale(tag)) ?? language;
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
