import type { Kind } from './kinds.ts'
import type { Load } from './load.ts'
import type { Pages } from './pages/open-pages.ts'
import type { Stage } from './stage.ts'

export interface Struck {
  readonly stage: Stage
  readonly load: Load
  /** Null where no browser is open. */
  readonly pages: Pages | null
}

/** One way for a part to fail, and to come back. */
export interface Fault {
  readonly name: string
  /** In the short form too. */
  readonly short?: true
  /** How long it lasts before it is healed, beyond what striking takes; seconds. */
  readonly seconds: number
  /** Uses that may be refused meanwhile; all others have to be answered with a yes throughout. */
  readonly mayFail: readonly Kind[] | 'all'
  /** Why it cannot be tried on this machine, or null. */
  missing?(stage: Stage, pages: Pages | null): string | null
  strike(struck: Struck): Promise<void> | void
  /** What has to be seen while it lasts. @returns a sentence for each thing that is not */
  during?(struck: Struck): Promise<string[]>
  heal(struck: Struck): Promise<void> | void
  /** What else has to hold when it is over. @returns a sentence for each thing that does not */
  check?(struck: Struck): Promise<string[]>
}

/** What reads the league, and so fails with it as far as caches do not hold. */
export const OF_THE_LEAGUE: readonly Kind[] = ['board', 'parlay', 'weather', 'pitchers']

/** What reads or writes rows, and so fails with the database. */
export const OF_THE_DATABASE: readonly Kind[] = ['board', 'save', 'charge', 'parlay', 'sign-in']
