import type { Kind } from './operations.ts'
import type { Load } from './background-load.ts'
import type { Pages } from './open-pages.ts'
import type { Stage } from './environment.ts'

export interface Struck {
  readonly stage: Stage
  readonly load: Load
  /** Null if no browser is open. */
  readonly pages: Pages | null
}

/** A failure of one part of the product, and its end. */
export interface Fault {
  readonly name: string
  /** Also part of the short run. */
  readonly short?: true
  /** Duration between the injection and the end of the fault, in seconds. */
  readonly seconds: number
  /** Operations that may fail during the fault. All others must succeed throughout. */
  readonly mayFail: readonly Kind[] | 'all'
  /** The reason why the fault cannot be injected on this machine, or null. */
  missing?(stage: Stage, pages: Pages | null): string | null
  strike(struck: Struck): Promise<void> | void
  /** Checks that run during the fault. @returns a sentence for each failed check */
  during?(struck: Struck): Promise<string[]>
  heal(struck: Struck): Promise<void> | void
  /** Additional checks after the fault. @returns a sentence for each failed check */
  check?(struck: Struck): Promise<string[]>
}

/** Operations that read the league and fail with it when their data is not cached. */
export const OF_THE_LEAGUE: readonly Kind[] = ['board', 'parlay', 'weather', 'pitchers']

/** Operations that read or write rows and fail with the database. */
export const OF_THE_DATABASE: readonly Kind[] = ['board', 'save', 'charge', 'parlay', 'sign-in']
