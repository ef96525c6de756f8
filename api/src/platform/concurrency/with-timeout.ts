/**
 * Waits for `work` at most `ms` milliseconds. The work itself continues after that.
 * @returns the result, or null after the timeout
 * @throws the error of the work when it fails before the timeout
 */
export async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T | null> {
  const late = Promise.withResolvers<null>()
  // A plain timer: ending an abortable one creates an error with its stack for each call.
  const timer = setTimeout(late.resolve, ms, null)
  timer.unref()
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
    // A failure after the timeout must not become an unhandled rejection.
    work.catch(() => undefined)
  }
}

/** Waits for required data. @throws `late()` after `ms` milliseconds, and what the work throws */
export async function requireInTime<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  const value = await withTimeout(work, ms)
  if (value === null) throw late()
  return value
}
