import { setTimeout as delay } from 'node:timers/promises'

/** Asks every few milliseconds until there is an answer. @returns null at the deadline */
export async function poll<T>(ask: () => Promise<T | null> | T | null, limitMs: number): Promise<T | null> {
  const deadline = performance.now() + limitMs
  for (;;) {
    const answer = await ask()
    if (answer !== null) return answer
    if (performance.now() > deadline) return null
    await delay(15)
  }
}
