// Work on many objects of S3, some of them at once.

const AT_ONCE = 8;

/** The results in the sequence of the items. */
export async function atOnce<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array(items.length);
  const pending = items.entries();
  const worker = async (): Promise<void> => {
    for (const [at, item] of pending) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
