/**
 * Asks at most once in so many milliseconds; whoever asks meanwhile shares the answer, or the failure.
 * @param patienceMs an answer that takes longer counts as none, and is not asked for again before its time
 */
export function memoFor<T>(ms: number, patienceMs: number, ask: () => Promise<T>): () => Promise<T> {
  let memo: { at: number; answer: Promise<T> } | null = null
  const inTime = () => {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Error('no answer in time')), patienceMs)
    return Promise.race([ask(), late.promise]).finally(() => clearTimeout(timer))
  }
  return () => {
    if (!memo || performance.now() - memo.at >= ms) memo = { at: performance.now(), answer: inTime() }
    return memo.answer
  }
}
