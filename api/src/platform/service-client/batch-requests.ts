import type { Timer } from '../timer.ts'

interface BatchOptions<Q, A> {
  timer: Timer
  /** How long the first request waits for more requests. */
  waitMs: number
  /** Maximum number of requests in a batch. */
  maxBatch: number
  /** Sends one batch. @returns an answer for each question, in the same order */
  ask(questions: readonly Q[]): Promise<readonly A[]>
}

interface Waiting<Q, A> {
  question: Q
  resolve(answer: A): void
  reject(error: unknown): void
}

/**
 * Combines requests made at about the same time into one batch.
 * @returns a function that makes one request; if its batch fails, it rejects with the error of the batch
 */
export function batchRequests<Q, A>({
  timer,
  waitMs,
  maxBatch,
  ask,
}: BatchOptions<Q, A>): (question: Q) => Promise<A> {
  let waiting: Waiting<Q, A>[] = []

  const send = async (group: readonly Waiting<Q, A>[]) => {
    try {
      const answers = await ask(group.map(({ question }) => question))
      for (const [index, { resolve, reject }] of group.entries()) {
        const answer = answers[index]
        if (answer === undefined) reject(new Error(`${group.length} questions had ${answers.length} answers`))
        else resolve(answer)
      }
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }
  const sendAll = async () => {
    await timer.sleep(waitMs)
    const all = waiting
    waiting = []
    for (let start = 0; start < all.length; start += maxBatch) void send(all.slice(start, start + maxBatch))
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (waiting.length > 1) return
      sendAll().catch((error: unknown) => {
        for (const request of waiting.splice(0)) request.reject(error)
      })
    })
}
