import { ODDS_MARKETS } from '@propsight/shared/domain'
import type { BookQuotes, OddsEvent } from '../odds/odds-source.ts'
import { SampleOdds } from '../odds/sample-odds.ts'
import { LeagueIndex } from '../server/league-index.ts'
import { sampleSource } from '../start-league.ts'
import type { World } from '../world/world.ts'
import { TEST_LEAGUE_CACHE } from './index.ts'

export const SEED = 'propsight'
export const DAY = '2026-07-17'
export const HOUR_MS = 3_600_000
export const MAIN = new Set(ODDS_MARKETS.map(({ key }) => key))
export const ALL = new Set(ODDS_MARKETS.flatMap(({ key }) => [key, `${key}_alternate`]))

export const { open } = sampleSource(SEED, TEST_LEAGUE_CACHE)

const indexOnce = (day: World) => {
  const index = new LeagueIndex(day)
  return () => index
}
/** The odds of the sample books in this league. */
export const createSampleOdds = (day: World) => new SampleOdds(SEED, { current: indexOnce(day), open })

/** A part of the day's games is enough for figures over all props. */
export const SOME = 6

export const startOf = ({ commenceTime }: OddsEvent): number => Date.parse(commenceTime)
export const eventsOfDay = (odds: SampleOdds): readonly OddsEvent[] =>
  odds.events(new Date(`${DAY}T13:00:00Z`))
export const booksAt = (
  odds: SampleOdds,
  event: OddsEvent,
  instant: number,
  markets: ReadonlySet<string> = MAIN,
): readonly BookQuotes[] => odds.quotes(event.id, new Date(instant), markets)?.books ?? []
