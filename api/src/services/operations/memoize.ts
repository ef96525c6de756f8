import { withTimeout } from '../../platform/concurrency/with-timeout.ts'

/**
 * Calls `ask` at most once per interval. Calls within the interval share its result or its failure.
 * @param ms length of the interval, in milliseconds
 * @param timeoutMs timeout of `ask`, in milliseconds; a timeout is a failure, too
 * @param failureMs how long a failure is kept, in milliseconds
 */
export function memoize<T>(
  ms: number,
  timeoutMs: number,
  ask: () => Promise<T>,
  failureMs = ms,
): () => Promise<T> {
  let memo: { until: number; answer: Promise<T> } | null = null
  const askInTime = async () => {
    const answer = await withTimeout(
      ask().then((value) => ({ value })),
      timeoutMs,
    )
    if (!answer) throw new Error('no answer in time')
    return answer.value
  }
  return () => {
    if (memo && performance.now() < memo.until) return memo.answer
    const asked = { until: performance.now() + ms, answer: askInTime() }
    asked.answer.catch(() => {
      asked.until = Math.min(asked.until, performance.now() + failureMs)
    })
    memo = asked
    return asked.answer
  }
}
