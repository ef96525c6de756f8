import type { Logger } from 'pino'
import type { Deps } from '../../../deps.ts'
import type { SentPick } from '../parlay/picks-games.ts'
import { type Promised, promisePicks } from './promise-picks.ts'

/** Longer than a broken circuit rests. */
const AGAIN_MS = 60_000
/** Half an hour: an outage beyond it is waited for by the next list. */
const ATTEMPTS = 30
/** Some half a kilobyte for each pick. */
const MOST_USERS = 100

type Parts = Pick<Deps, 'repositories' | 'upstream' | 'clock'> & { readonly log: Logger }

/** Does something later, unless it is called off before; a process may end without it. */
type After = (ms: number, work: () => Promise<void>) => () => void

const after: After = (ms, work) => {
  const timer = setTimeout(() => void work(), ms)
  timer.unref()
  return () => clearTimeout(timer)
}

/** Says what the engine says about picks of a list: now, or as soon as the league can be asked. Never throws. */
export type PromiseLater = (parts: Parts, userId: string, picks: readonly SentPick[]) => Promise<void>

/**
 * A list is sent when it changes, which may be never again: picks that the league could not be asked about are tried
 * each minute. Held in memory; a restart leaves them to the next list.
 * @param later of the process, unless told
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
    // A newer list is under way already, and holds these too.
    if (told.waiting.length === 0 || left === 0 || callOff.has(userId) || callOff.size >= MOST_USERS) return
    const { waiting } = told
    callOff.set(
      userId,
      later(AGAIN_MS, () => attempt(parts, userId, waiting, left - 1)),
    )
  }

  return (parts, userId, picks) => attempt(parts, userId, picks, ATTEMPTS)
}
