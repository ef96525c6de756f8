import type { Timer } from '../timer.ts'

interface GatherOptions<Q, A> {
  timer: Timer
  /** How long the first question waits for others. */
  waitMs: number
  /** Questions asked together at most. */
  most: number
  /** @returns an answer for each question, in their order */
  ask(questions: readonly Q[]): Promise<readonly A[]>
}

interface Waiting<Q, A> {
  question: Q
  resolve(answer: A): void
  reject(error: unknown): void
}

/**
 * Asks in one go what is asked at about the same time.
 * @returns asks one question; a failure of the common request is the failure of all who are in it
 */
export function gather<Q, A>({ timer, waitMs, most, ask }: GatherOptions<Q, A>): (question: Q) => Promise<A> {
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
    for (let start = 0; start < all.length; start += most) void send(all.slice(start, start + most))
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (waiting.length > 1) return
      sendAll().catch((error: unknown) => {
        for (const one of waiting.splice(0)) one.reject(error)
      })
    })
}
