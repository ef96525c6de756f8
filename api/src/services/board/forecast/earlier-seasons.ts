import {
  type BattingTotals,
  type EarlierBatting,
  type EarlierPitching,
  type LeagueStarts,
  type PitchingTotals,
  SEASONS_BACK,
} from '@propsight/shared/domain/engine'
import { deriveOnce } from '../../../platform/cache/derive-once.ts'
import type {
  PlayerPitching,
  PlayerTotals,
  SeasonTotals,
} from '../../../sources/stats/format/season-stats.ts'
import type { LeaguePorts } from '../../../sources/stats/stats-client.ts'
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

/** Totals of all players in the current season so far. */
export interface SeasonPlayers {
  /** Batting by person id. */
  readonly batting: ReadonlyMap<number, BattingTotals>
  /** Starts of the pitchers who only started; null before the first one. */
  readonly starts: LeagueStarts | null
  /** Person ids of pitchers who started a game. */
  readonly starters: ReadonlySet<number>
}

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
export const NO_EARLIER_SEASONS: EarlierSeasons = SEASON_OFFSETS.map(() => null)

export type EarlierSeasonPorts = LeaguePorts<'playerTotals' | 'seasonTotals'>

const toPitchingTotals = ({ gamesPlayed, gamesStarted, hitBatsmen, ...counts }: PlayerPitching['stat']) => ({
  games: gamesPlayed,
  starts: gamesStarted,
  hitByPitch: hitBatsmen,
  ...counts,
})

const toEarlierSeason = deriveOnce((totals: SeasonTotals, season: number): EarlierSeason | null => {
  const { league } = leagueTotals(totals.clubs, null, null)
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

/** Sums the starts of pitchers without an appearance in relief, as the engine expects them. */
function sumStarts(pitchers: PlayerTotals['pitchers']): LeagueStarts | null {
  const sums = { starts: 0, battersFaced: 0, outs: 0, strikeOuts: 0, baseOnBalls: 0 }
  for (const { stat } of pitchers) {
    if (stat.gamesStarted === 0 || stat.gamesStarted < stat.gamesPlayed || stat.outs === null) continue
    sums.starts += stat.gamesStarted
    sums.battersFaced += stat.battersFaced
    sums.outs += stat.outs
    sums.strikeOuts += stat.strikeOuts
    sums.baseOnBalls += stat.baseOnBalls
  }
  return sums.starts > 0 ? sums : null
}

const toSeasonPlayers = deriveOnce(
  ({ hitters, pitchers }: PlayerTotals): SeasonPlayers => ({
    batting: new Map(hitters.map(({ player, stat }) => [player.id, toBattingTotals(stat)])),
    starts: sumStarts(pitchers),
    starters: new Set(pitchers.flatMap(({ player, stat }) => (stat.gamesStarted > 0 ? [player.id] : []))),
  }),
)

interface PrefetchState {
  readonly season: number
  seasons: EarlierSeasons
  players: SeasonPlayers | null
  /** Monotonic milliseconds (`performance.now`). */
  dueAtMs: number
}
const prefetchStates = new WeakMap<EarlierSeasonPorts['upstream'], PrefetchState>()

async function fill({ upstream, log }: EarlierSeasonPorts, prefetchState: PrefetchState): Promise<void> {
  const read = async (offset: number): Promise<EarlierSeason | null> => {
    const season = prefetchState.season - offset
    return toEarlierSeason((await upstream.stats.seasonTotals(season)).value, season)
  }
  const readPlayers = async (): Promise<SeasonPlayers | null> =>
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
export const earlierSeasons = (parts: EarlierSeasonPorts, delayMs = DELAY_MS): EarlierSeasons =>
  prefetch(parts, delayMs).seasons

/** Returns the current season's totals of all players if they are loaded, likewise; else null. */
export const seasonPlayers = (parts: EarlierSeasonPorts): SeasonPlayers | null =>
  prefetch(parts, DELAY_MS).players

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
