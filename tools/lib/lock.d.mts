/** See lock.mjs. */
export function withLock<T>(
  folder: string,
  what: string,
  work: () => T | Promise<T>,
  say?: (text: string) => void,
): Promise<T>
