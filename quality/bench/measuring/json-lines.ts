// Prints one JSON line per figure: case, figure, unit, machine.
import { cpus } from 'node:os';

const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}`;

/** One JSON line for a case with several figures; their names include their units. */
export function reportCase(name: string, figures: Readonly<Record<string, unknown>>): void {
  console.log(JSON.stringify({ case: name, ...figures, machine }));
}
