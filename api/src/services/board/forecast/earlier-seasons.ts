import {
  type EarlierSeasons,
  type LeagueSeason,
  type PitcherSeason,
  SEASONS_BACK,
  type SeasonPlayers,
  sumStarts,
} from '@propsight/shared/domain/engine'
import { deriveOnce } from '../../../platform/cache/derive-once.ts'
import type {
  PlayerPitching,
  PlayerTotals,
  SeasonTotals,
} from '../../../sources/stats/format/season-stats.ts'
import type { LeaguePorts } from '../../../sources/stats/stats-client.ts'
import { toBattingTotals, toLeagueTotals } from './engine-records.ts'

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
/** Time until the players' totals are read again after a failure. */
const RETRY_MS = 30_000

const SEASON_OFFSETS = Array.from({ length: SEASONS_BACK }, (_, at) => at + 1)
export const NO_EARLIER_SEASONS: EarlierSeasons<number> = SEASON_OFFSETS.map(() => null)

export type EarlierSeasonPorts = LeaguePorts<'playerTotals' | 'seasonTotals'>

const toPitchingTotals = ({ gamesPlayed, gamesStarted, hitBatsmen, ...counts }: PlayerPitching['stat']) => ({
  games: gamesPlayed,
  starts: gamesStarted,
  hitByPitch: hitBatsmen,
  ...counts,
})

const toEarlierSeason = deriveOnce((totals: SeasonTotals, season: number): LeagueSeason<number> | null => {
  const { league } = toLeagueTotals(totals.clubs, null, null)
  // Players are compared with the league. A replay has one season only, so its earlier seasons have no league
  // totals.
  if (league.plateAppearances === 0) return null
  return {
    season,
    league,
    batting: new Map(totals.hitters.map(({ player, stat }) => [player.id, toBattingTotals(stat)])),
    pitching: new Map(totals.pitchers.map(({ player, stat }) => [player.id, toPitchingTotals(stat)])),
  }
})

const toPitcherSeason = ({
  gamesPlayed,
  gamesStarted,
  ...counts
}: PlayerPitching['stat']): PitcherSeason => ({
  games: gamesPlayed,
  starts: gamesStarted,
  ...counts,
})

const toSeasonPlayers = deriveOnce(
  ({ hitters, pitchers }: PlayerTotals): SeasonPlayers<number> => ({
    batting: new Map(hitters.map(({ player, stat }) => [player.id, toBattingTotals(stat)])),
    starts: sumStarts(pitchers.map(({ stat }) => toPitcherSeason(stat))),
    starters: new Set(pitchers.flatMap(({ player, stat }) => (stat.gamesStarted > 0 ? [player.id] : []))),
  }),
)

interface PrefetchState {
  readonly season: number
  seasons: EarlierSeasons<number>
  players: SeasonPlayers<number> | null
  /** Monotonic milliseconds (`performance.now`). */
  dueAtMs: number
}
const prefetchStates = new WeakMap<EarlierSeasonPorts['upstream'], PrefetchState>()

async function fill({ upstream, log }: EarlierSeasonPorts, prefetchState: PrefetchState): Promise<void> {
  const read = async (offset: number): Promise<LeagueSeason<number> | null> => {
    const season = prefetchState.season - offset
    return toEarlierSeason((await upstream.stats.seasonTotals(season)).value, season)
  }
  const readPlayers = async (): Promise<SeasonPlayers<number> | null> =>
    toSeasonPlayers((await upstream.stats.playerTotals(prefetchState.season)).value)
  // Batters first: forecasts of pitchers need them most.
  prefetchState.players = await readPlayers().catch((error: unknown) => {
    log.warn({ err: error }, 'forecasts are made without the opposing batters')
    prefetchState.dueAtMs = performance.now() + RETRY_MS
    return prefetchState.players
  })
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

function prefetch(parts: EarlierSeasonPorts, delayMs: number): PrefetchState {
  const { upstream, clock } = parts
  const season = clock.season()
  const current = prefetchStates.get(upstream)
  const prefetchState =
    current?.season === season ? current : { season, seasons: NO_EARLIER_SEASONS, players: null, dueAtMs: 0 }
  prefetchStates.set(upstream, prefetchState)
  const now = performance.now()
  if (now >= prefetchState.dueAtMs) {
    prefetchState.dueAtMs = now + REFRESH_MS
    setTimeout(() => fill(parts, prefetchState), delayMs).unref()
  }
  return prefetchState
}

/**
 * Returns the earlier seasons that are already loaded. Never waits: starts a read in the background, for
 * later calls, when the last one was 15 minutes ago.
 * @param delayMs delay of that read
 */
export const earlierSeasons = (parts: EarlierSeasonPorts, delayMs = DELAY_MS): EarlierSeasons<number> =>
  prefetch(parts, delayMs).seasons

/** Returns the current season's totals of all players if they are loaded, likewise; else null. */
export const seasonPlayers = (parts: EarlierSeasonPorts): SeasonPlayers<number> | null =>
  prefetch(parts, DELAY_MS).players
