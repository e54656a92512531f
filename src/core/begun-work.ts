// Work that a request may have begun before it failed or died: what it made is found again under its id, so that the
// same request sent again goes on with it instead of making another.

export interface BegunWork {
  /** A ULID: of the import or report that the request makes. */
  readonly id: string;
  /** The same request was let in before, and nobody knows how far it came. */
  readonly resumes: boolean;
}
