/** A cached value and the time at which it was read, in milliseconds of the cache's clock. */
export interface Entry<T> {
  value: T
  readAtMs: number
}

/** Age limits of a cache entry, in milliseconds. */
export interface Ages {
  /** Up to this age the entry is returned without a request. */
  freshMs: number
  /** Up to this age the entry is returned at once and refreshed in the background. */
  graceMs: number
  /** Up to this age the entry is returned when a new read fails. Then it is deleted. */
  keepMs: number
}

/** One response of an upstream service with its age. */
export interface Read<T> {
  value: T
  /** Time at which the service sent it, ISO 8601. */
  readAt: string
  ageSeconds: number
  /** True if a refresh was due and failed. */
  stale: boolean
}

/**
 * What a cache entry may be used for at its age. `fresh`: returned without a request. `grace`: returned at
 * once and refreshed in the background. `last resort`: returned only when a new read fails. `unusable`:
 * never returned.
 */
export type Freshness = 'fresh' | 'grace' | 'last resort' | 'unusable'

/** Assumed upper bound on the clock difference between instances that share entries. */
const MAX_CLOCK_SKEW_MS = 60_000

export function freshness(entry: Entry<unknown> | undefined, ages: Ages, now: number): Freshness {
  if (!entry) return 'unusable'
  const age = now - entry.readAtMs
  // An entry from the future: the clock was set back since it was written, so its age is unknown.
  if (age < -MAX_CLOCK_SKEW_MS) return 'unusable'
  if (age < ages.freshMs) return 'fresh'
  if (age < ages.graceMs) return 'grace'
  return age < ages.keepMs ? 'last resort' : 'unusable'
}

export const toRead = <T>(entry: Entry<T>, now: number, stale: boolean): Read<T> => ({
  value: entry.value,
  readAt: new Date(entry.readAtMs).toISOString(),
  ageSeconds: Math.max(0, Math.round((now - entry.readAtMs) / 1000)),
  stale,
})
