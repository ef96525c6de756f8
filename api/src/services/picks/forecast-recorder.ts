import type { Logger } from 'pino'
import type { Deps } from '../../deps.ts'
import type { SentPick } from './parlay/pick-games.ts'
import { type Promised, promisePicks } from './record-forecasts.ts'

/** Time between two attempts. Longer than the circuit breaker of an upstream stays open. */
const AGAIN_MS = 60_000
/** Half an hour of attempts. After a longer outage the next sync records the forecasts. */
const ATTEMPTS = 30
/** Limits the memory of waiting picks, about 0.5 kB each. */
const MOST_USERS = 100

type Parts = Pick<Deps, 'repositories' | 'upstream' | 'clock'> & { readonly log: Logger }

/** Schedules work and returns a function that cancels it. Does not keep the process alive. */
type After = (ms: number, work: () => Promise<void>) => () => void

const after: After = (ms, work) => {
  const timer = setTimeout(() => void work(), ms)
  timer.unref()
  return () => clearTimeout(timer)
}

/** Records the engine's forecasts of new picks, now or as soon as the league is available. Never throws. */
export type PromiseLater = (parts: Parts, userId: string, picks: readonly SentPick[]) => Promise<void>

/**
 * Creates the recorder with retries. A client syncs its picks only when they change, so forecasts that the
 * league's outage prevents are retried every minute. Retries are in memory; after a restart the next sync
 * records the forecasts.
 * @param later timer, replaced in tests
 */
export function createPromiseLater(later: After = after): PromiseLater {
  const callOff = new Map<string, () => void>()

  async function attempt(parts: Parts, userId: string, picks: readonly SentPick[], left: number) {
    callOff.get(userId)?.()
    callOff.delete(userId)
    let told: Promised
    try {
      told = await promisePicks(parts, userId, picks)
    } catch (error) {
      parts.log.warn({ err: error, left }, 'picks wait for what the engine says about them')
      told = { added: 0, waiting: picks }
    }
    // Stop without waiting picks or attempts, above the limit of users, or when a newer sync with these picks
    // waits.
    if (told.waiting.length === 0 || left === 0 || callOff.has(userId) || callOff.size >= MOST_USERS) return
    const { waiting } = told
    callOff.set(
      userId,
      later(AGAIN_MS, () => attempt(parts, userId, waiting, left - 1)),
    )
  }

  return (parts, userId, picks) => attempt(parts, userId, picks, ATTEMPTS)
}
