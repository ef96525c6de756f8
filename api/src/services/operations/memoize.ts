import { withTimeout } from '../../platform/concurrency/with-timeout.ts'

/**
 * Calls `ask` at most once per interval. Calls within the interval share its result or its failure.
 * @param ms length of the interval, in milliseconds
 * @param timeoutMs timeout of `ask`, in milliseconds; a timeout is a failure and is kept for the interval,
 *   too
 */
export function memoize<T>(ms: number, timeoutMs: number, ask: () => Promise<T>): () => Promise<T> {
  let memo: { at: number; answer: Promise<T> } | null = null
  const askInTime = async () => {
    const answer = await withTimeout(
      ask().then((value) => ({ value })),
      timeoutMs,
    )
    if (!answer) throw new Error('no answer in time')
    return answer.value
  }
  return () => {
    if (!memo || performance.now() - memo.at >= ms) memo = { at: performance.now(), answer: askInTime() }
    return memo.answer
  }
}
