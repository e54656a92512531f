// Tracks work that a request may have started before it failed or died. The id locates it, so that the same request
// sent again continues it instead of starting another.

export interface StartedWork {
  /** A ULID: of the import, report, export or schedule that the request creates. */
  readonly id: string;
  /** The same request was accepted before, and its progress is unknown. */
  readonly resumes: boolean;
  /** Records another id before anything is created under it. */
  readonly renew: (id: string) => Promise<void>;
}
