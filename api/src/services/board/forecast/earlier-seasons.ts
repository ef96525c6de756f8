import {
  type BattingTotals,
  type EarlierBatting,
  type EarlierPitching,
  type PitchingTotals,
  SEASONS_BACK,
} from '@propsight/shared/domain/engine'
import type { Deps } from '../../../deps.ts'
import type { PlayerPitching } from '../../../sources/stats/format/season-stats.ts'
import type { SeasonTotals } from '../../../sources/stats/totals.ts'
import { leagueTotals, toBattingTotals } from './league-totals.ts'

/** Totals of one finished season: of the league, and of each player by person id. */
export interface EarlierSeason {
  readonly season: number
  readonly league: BattingTotals
  readonly batting: ReadonlyMap<number, BattingTotals>
  readonly pitching: ReadonlyMap<number, PitchingTotals>
}

/**
 * The `SEASONS_BACK` seasons before the current one, latest first; null for a season that is not loaded or
 * unknown.
 */
export type EarlierSeasons = readonly (EarlierSeason | null)[]

/**
 * Delay of a read, so that the requests of the current user go first. Forecasts do not wait for earlier
 * seasons.
 */
const DELAY_MS = 3_000
/**
 * Minimum time between two reads, successful or failed. Successful answers stay in the upstream cache for
 * weeks.
 */
const REFRESH_MS = 900_000

const SEASON_OFFSETS = Array.from({ length: SEASONS_BACK }, (_, at) => at + 1)
export const NO_EARLIER_SEASONS: EarlierSeasons = SEASON_OFFSETS.map(() => null)

type Parts = Pick<Deps, 'upstream' | 'clock' | 'log'>

// The upstream cache returns the same object for weeks, so the converted form is cached by object.
const convertedSeasons = new WeakMap<SeasonTotals, EarlierSeason>()

const toPitchingTotals = ({ gamesPlayed, gamesStarted, hitBatsmen, ...counts }: PlayerPitching['stat']) => ({
  games: gamesPlayed,
  starts: gamesStarted,
  hitByPitch: hitBatsmen,
  ...counts,
})

function toEarlierSeason(season: number, totals: SeasonTotals): EarlierSeason | null {
  const cached = convertedSeasons.get(totals)
  if (cached) return cached
  const { league } = leagueTotals(totals.clubs, null, null)
  // Players are compared with the league. A replay has one season only, so its earlier seasons have no league
  // totals.
  if (league.plateAppearances === 0) return null
  const converted: EarlierSeason = {
    season,
    league,
    batting: new Map(totals.hitters.map(({ player, stat }) => [player.id, toBattingTotals(stat)])),
    pitching: new Map(totals.pitchers.map(({ player, stat }) => [player.id, toPitchingTotals(stat)])),
  }
  convertedSeasons.set(totals, converted)
  return converted
}

interface PrefetchState {
  readonly season: number
  seasons: EarlierSeasons
  /** Monotonic milliseconds (`performance.now`). */
  dueAtMs: number
}
const prefetchStates = new WeakMap<Parts['upstream'], PrefetchState>()

async function fill({ upstream, log }: Parts, prefetchState: PrefetchState): Promise<void> {
  const read = async (offset: number): Promise<EarlierSeason | null> => {
    const season = prefetchState.season - offset
    return toEarlierSeason(season, (await upstream.stats.seasonTotals(season)).value)
  }
  prefetchState.seasons = await Promise.all(
    SEASON_OFFSETS.map((offset, at) =>
      read(offset).catch((error: unknown) => {
        log.warn(
          { err: error, season: prefetchState.season - offset },
          'forecasts are made without an earlier season',
        )
        return prefetchState.seasons[at] ?? null
      }),
    ),
  )
}

/**
 * Returns the earlier seasons that are already loaded. Never waits: starts a read in the background, for
 * later calls, when the last one was 15 minutes ago.
 * @param delayMs delay of that read
 */
export function earlierSeasons(parts: Parts, delayMs = DELAY_MS): EarlierSeasons {
  const { upstream, clock } = parts
  const season = clock.season()
  const current = prefetchStates.get(upstream)
  const prefetchState =
    current?.season === season ? current : { season, seasons: NO_EARLIER_SEASONS, dueAtMs: 0 }
  prefetchStates.set(upstream, prefetchState)
  const now = performance.now()
  if (now >= prefetchState.dueAtMs) {
    prefetchState.dueAtMs = now + REFRESH_MS
    setTimeout(() => fill(parts, prefetchState), delayMs).unref()
  }
  return prefetchState.seasons
}

const toEngineInput = <Totals>(
  seasons: EarlierSeasons,
  totalsOf: (season: EarlierSeason) => Totals | undefined,
) =>
  seasons.flatMap((season) => {
    const totals = season && totalsOf(season)
    return totals ? [{ season: season.season, own: totals, league: season.league }] : []
  })

/** Returns a batter's earlier seasons as engine input. */
export const earlierBatting = (seasons: EarlierSeasons, personId: number): EarlierBatting[] =>
  toEngineInput(seasons, ({ batting }) => batting.get(personId))

/** Returns a pitcher's earlier seasons as engine input. */
export const earlierPitching = (seasons: EarlierSeasons, personId: number): EarlierPitching[] =>
  toEngineInput(seasons, ({ pitching }) => pitching.get(personId))
