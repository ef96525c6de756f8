/**
 * A folder, file or day that cannot be replayed. The message names file, line and column if the error has
 * them.
 */
export class ReplayError extends Error {}
