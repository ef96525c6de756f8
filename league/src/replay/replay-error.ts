/** A folder, file or day that cannot be replayed; the message names file, line and column where there is one. */
export class ReplayError extends Error {}
