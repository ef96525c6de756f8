import {
  type BattingTotals,
  type EarlierBatting,
  type EarlierPitching,
  type PitchingTotals,
  SEASONS_BACK,
} from '@propsight/shared/domain/engine'
import type { Deps } from '../../../deps.ts'
import type { PlayerPitching } from '../../../sources/stats/format/player-season.ts'
import type { SeasonTotals } from '../../../sources/stats/season-totals.ts'
import { batted, leagueTotals } from './league-totals.ts'

/** Totals of one finished season: of the league, and of each player by person id. */
export interface EarlierSeasonBook {
  readonly season: number
  readonly league: BattingTotals
  readonly batting: ReadonlyMap<number, BattingTotals>
  readonly pitching: ReadonlyMap<number, PitchingTotals>
}

/**
 * The `SEASONS_BACK` seasons before the current one, latest first; null for a season that is not loaded or
 * unknown.
 */
export type EarlierSeasons = readonly (EarlierSeasonBook | null)[]

/**
 * Delay of a read, so that the requests of the current user go first. Forecasts do not wait for earlier
 * seasons.
 */
const LATER_MS = 3_000
/**
 * Minimum time between two reads, successful or failed. Successful answers stay in the upstream cache for
 * weeks.
 */
const AGAIN_MS = 900_000

const BACK = Array.from({ length: SEASONS_BACK }, (_, at) => at + 1)
export const NO_EARLIER_SEASONS: EarlierSeasons = BACK.map(() => null)

type Parts = Pick<Deps, 'upstream' | 'clock' | 'log'>

// The upstream cache returns the same object for weeks, so the converted form is cached by object.
const books = new WeakMap<SeasonTotals, EarlierSeasonBook>()

const pitched = ({ gamesPlayed, gamesStarted, hitBatsmen, ...counts }: PlayerPitching['stat']) => ({
  games: gamesPlayed,
  starts: gamesStarted,
  hitByPitch: hitBatsmen,
  ...counts,
})

function bookOf(season: number, totals: SeasonTotals): EarlierSeasonBook | null {
  const known = books.get(totals)
  if (known) return known
  const { league } = leagueTotals(totals.clubs, null, null)
  // Players are compared with the league. A replay has one season only, so its earlier seasons have no league
  // totals.
  if (league.plateAppearances === 0) return null
  const book: EarlierSeasonBook = {
    season,
    league,
    batting: new Map(totals.hitters.map(({ player, stat }) => [player.id, batted(stat)])),
    pitching: new Map(totals.pitchers.map(({ player, stat }) => [player.id, pitched(stat)])),
  }
  books.set(totals, book)
  return book
}

interface Shelf {
  readonly season: number
  books: EarlierSeasons
  /** Monotonic milliseconds (`performance.now`). */
  dueAtMs: number
}
const shelves = new WeakMap<Parts['upstream'], Shelf>()

async function fill({ upstream, log }: Parts, shelf: Shelf): Promise<void> {
  const read = async (back: number): Promise<EarlierSeasonBook | null> => {
    const season = shelf.season - back
    return bookOf(season, (await upstream.stats.seasonTotals(season)).value)
  }
  shelf.books = await Promise.all(
    BACK.map((back, at) =>
      read(back).catch((error: unknown) => {
        log.warn({ err: error, season: shelf.season - back }, 'forecasts are made without an earlier season')
        return shelf.books[at] ?? null
      }),
    ),
  )
}

/**
 * Returns the earlier seasons that are already loaded. Never waits: starts a read in the background, for
 * later calls, when the last one was 15 minutes ago.
 * @param laterMs delay of that read
 */
export function earlierSeasons(parts: Parts, laterMs = LATER_MS): EarlierSeasons {
  const { upstream, clock } = parts
  const season = clock.season()
  const known = shelves.get(upstream)
  const shelf = known?.season === season ? known : { season, books: NO_EARLIER_SEASONS, dueAtMs: 0 }
  shelves.set(upstream, shelf)
  const now = performance.now()
  if (now >= shelf.dueAtMs) {
    shelf.dueAtMs = now + AGAIN_MS
    setTimeout(() => fill(parts, shelf), laterMs).unref()
  }
  return shelf.books
}

const of = <Totals>(seasons: EarlierSeasons, own: (book: EarlierSeasonBook) => Totals | undefined) =>
  seasons.flatMap((book) => {
    const totals = book && own(book)
    return totals ? [{ season: book.season, own: totals, league: book.league }] : []
  })

/** Returns a batter's earlier seasons as engine input. */
export const earlierBatting = (seasons: EarlierSeasons, personId: number): EarlierBatting[] =>
  of(seasons, ({ batting }) => batting.get(personId))

/** Returns a pitcher's earlier seasons as engine input. */
export const earlierPitching = (seasons: EarlierSeasons, personId: number): EarlierPitching[] =>
  of(seasons, ({ pitching }) => pitching.get(personId))
