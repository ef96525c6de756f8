import type { Ages } from '../../sources/constants.ts'
import type { Entry } from './cache-store.ts'
import type { Read } from './read.ts'

/** What an entry of this age is good for. */
export type Freshness = 'fresh' | 'grace' | 'last resort' | 'gone'

/** Instances that share entries agree on the time to less than this. */
const CLOCKS_APART_MS = 60_000

export function freshness(entry: Entry<unknown> | undefined, ages: Ages, now: number): Freshness {
  if (!entry) return 'gone'
  const age = now - entry.readAtMs
  // From the future: the clock was set back since, and nobody knows how old it is.
  if (age < -CLOCKS_APART_MS) return 'gone'
  if (age < ages.freshMs) return 'fresh'
  if (age < ages.graceMs) return 'grace'
  return age < ages.keepMs ? 'last resort' : 'gone'
}

export const readOf = <T>(entry: Entry<T>, now: number, stale: boolean): Read<T> => ({
  value: entry.value,
  readAt: new Date(entry.readAtMs).toISOString(),
  ageSeconds: Math.max(0, Math.round((now - entry.readAtMs) / 1000)),
  stale,
})
