import { setTimeout as delay } from 'node:timers/promises'

/** Calls `ask` every 15 ms until it returns a value. @returns the value, or null after `limitMs` */
export async function poll<T>(ask: () => Promise<T | null> | T | null, limitMs: number): Promise<T | null> {
  const deadline = performance.now() + limitMs
  for (;;) {
    const answer = await ask()
    if (answer !== null) return answer
    if (performance.now() > deadline) return null
    await delay(15)
  }
}
