import type { OddsSport } from '@propsight/shared/domain'

/** A game as the odds service lists it. */
export interface OddsEvent {
  /** 32 hexadecimal digits. */
  readonly id: string
  /** First pitch, UTC instant. */
  readonly commenceTime: string
  /** Full names of the clubs. */
  readonly homeTeam: string
  readonly awayTeam: string
}

export interface Outcome {
  readonly name: 'Over' | 'Under'
  readonly player: string
  /** American odds: 100 or more, or -101 or less. */
  readonly price: number
  readonly point: number
}

/** The quotes of one book in one market. */
export interface MarketQuotes {
  readonly key: string
  /** Instant of the latest change or confirmation, ms since 1970. */
  readonly lastUpdate: number
  readonly outcomes: readonly Outcome[]
}

export interface BookQuotes {
  readonly key: string
  readonly title: string
  readonly markets: readonly MarketQuotes[]
}

export interface EventQuotes {
  readonly event: OddsEvent
  readonly books: readonly BookQuotes[]
}

/** The quotes of an event at a past instant, with the neighbouring snapshots; instants in ms since 1970. */
export interface OddsSnapshot extends EventQuotes {
  readonly timestamp: number
  readonly previous: number | null
  readonly next: number | null
}

/** The odds of a league: of the sample books, or of a replayed folder. No answer depends on earlier calls. */
export interface OddsSource {
  /** Events that are listed at an instant: not over, in order of their first pitch. */
  readonly events: (now: Date) => readonly OddsEvent[]
  /** Current quotes; null for an event that is not listed. Without books once the game has begun. */
  readonly quotes: (id: string, now: Date, markets: ReadonlySet<string>) => EventQuotes | null
  /** Latest snapshot at or before `at`, and never after `now`; null if the event was not listed then. */
  readonly history: (id: string, at: Date, now: Date, markets: ReadonlySet<string>) => OddsSnapshot | null
}

/** A sport at the odds service. */
export interface LeagueOdds {
  readonly sport: OddsSport
  readonly title: string
  readonly group: string
  readonly description: string
  /** Null in a replay without a folder of quotes. */
  readonly source: OddsSource | null
}
