// What a check of a deployed stage finds: one line each, with what to do where it is not as it should be.

type CheckResult = 'ok' | 'warning' | 'problem' | 'unknown';

export interface Check {
  readonly name: string;
  readonly result: CheckResult;
  /** The figure that was found and, unless it is ok, what to do about it. */
  readonly finding: string;
}

/** A check whose call was refused or failed is unknown, with the reason: the others still run. */
export async function checked(name: string, look: () => Promise<Omit<Check, 'name'>>): Promise<Check> {
  try {
    return { name, ...(await look()) };
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { name, result: 'unknown', finding: `could not be read: ${reason}` };
  }
}

export const ok = (finding: string): Omit<Check, 'name'> => ({ result: 'ok', finding });
export const warning = (finding: string): Omit<Check, 'name'> => ({ result: 'warning', finding });
export const problem = (finding: string): Omit<Check, 'name'> => ({ result: 'problem', finding });
