/** A game as the odds service lists it, with the league's names. */
export interface ListedOddsEvent {
  readonly id: string
  /** First pitch, ISO 8601. */
  readonly startsAt: string
  /** League day of the first pitch. */
  readonly day: string
  /** Canonical club codes. */
  readonly home: string
  readonly away: string
  /** The league's game number; null if the schedule has no such game. */
  readonly gamePk: number | null
}

/** One book's price of a line, in American odds. */
export interface ReadQuote {
  /** The market, as in `findStatType`. */
  readonly stat: string
  /** Name as the books write it. */
  readonly player: string
  /** The league's id and the club code of the player; null if the name matches no player of the clubs, or several. */
  readonly personId: number | null
  readonly team: string | null
  readonly line: number
  readonly book: string
  readonly over: number | null
  readonly under: number | null
  /** The book's last update of the market, ISO 8601. */
  readonly confirmedAt: string
}

/** All prices of some markets of one game at the time of a read. */
export interface OddsSnapshot extends ListedOddsEvent {
  /** The markets that were read. Lines of these markets that `quotes` lacks count as taken down. */
  readonly stats: readonly string[]
  /** Names of the books by key. */
  readonly books: Readonly<Record<string, string>>
  readonly quotes: readonly ReadQuote[]
}

/** A snapshot as `store_odds` expects it. */
export const toWire = ({ quotes, ...event }: OddsSnapshot) => ({
  ...event,
  quotes: quotes.map((quote) => [
    quote.stat,
    quote.player,
    quote.personId,
    quote.team,
    quote.line,
    quote.book,
    quote.over,
    quote.under,
    quote.confirmedAt,
  ]),
})

/** Most prices per call: about 100 kB. The embedded data service refuses bodies of several hundred kB. */
const QUOTES_PER_CALL = 1_000

/** Splits a snapshot by markets. Each market is stored as a whole, because lines that it lacks count as taken down. */
export function splitSnapshot(snapshot: OddsSnapshot): OddsSnapshot[] {
  const byStat = Map.groupBy(snapshot.quotes, ({ stat }) => stat)
  const parts: { stats: string[]; quotes: ReadQuote[] }[] = []
  for (const stat of snapshot.stats) {
    const quotes = byStat.get(stat) ?? []
    const last = parts.at(-1)
    if (last && last.quotes.length + quotes.length <= QUOTES_PER_CALL) {
      last.stats.push(stat)
      last.quotes.push(...quotes)
    } else parts.push({ stats: [stat], quotes: [...quotes] })
  }
  return parts.map((part) => ({ ...snapshot, ...part }))
}
