/**
 * Calls `ask` at most once per interval. Calls within the interval share its result or its failure.
 * @param ms length of the interval, in milliseconds
 * @param timeoutMs timeout of `ask`, in milliseconds; a timeout is a failure and is kept for the interval,
 *   too
 */
export function memoize<T>(ms: number, timeoutMs: number, ask: () => Promise<T>): () => Promise<T> {
  let memo: { at: number; answer: Promise<T> } | null = null
  const withTimeout = () => {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Error('no answer in time')), timeoutMs)
    return Promise.race([ask(), late.promise]).finally(() => clearTimeout(timer))
  }
  return () => {
    if (!memo || performance.now() - memo.at >= ms) memo = { at: performance.now(), answer: withTimeout() }
    return memo.answer
  }
}
