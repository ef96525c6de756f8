import {
  type EarlierSeasons,
  type LeagueSeason,
  type PitcherSeason,
  SEASONS_BACK,
  type SeasonPlayers,
  sumStarts,
} from '@propsight/shared/domain/engine'
import { deriveOnce } from '../../../platform/cache/cache.ts'
import { withTimeout } from '../../../platform/concurrency/with-timeout.ts'
import type {
  PlayerPitching,
  PlayerTotals,
  SeasonTotals,
} from '../../../sources/stats/format/season-stats.ts'
import type { LeaguePorts } from '../../../sources/stats/stats-client.ts'
import { toBattingTotals, toLeagueTotals } from './engine-records.ts'

/**
 * Longest wait for an optional input of a forecast: longer than the wait in a busy queue, shorter than the timeout of a
 * hanging service.
 */
export const OPTIONAL_MS = 4_000
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

/** Totals of all players: of the current season, null if they cannot be read, and of the seasons before. */
export interface SeasonRecords {
  readonly earlier: EarlierSeasons<number>
  readonly players: SeasonPlayers<number> | null
}

interface ReadState {
  readonly season: number
  records: SeasonRecords
  /** The first read; null once it has ended. */
  firstRead: Promise<void> | null
  /** Monotonic milliseconds (`performance.now`). */
  dueAtMs: number
}
const readStates = new WeakMap<EarlierSeasonPorts['upstream'], ReadState>()

async function read({ upstream, log }: EarlierSeasonPorts, state: ReadState): Promise<void> {
  const readSeason = async (offset: number): Promise<LeagueSeason<number> | null> => {
    const season = state.season - offset
    return toEarlierSeason((await upstream.stats.seasonTotals(season)).value, season)
  }
  const readPlayers = async (): Promise<SeasonPlayers<number> | null> =>
    toSeasonPlayers((await upstream.stats.playerTotals(state.season)).value)
  const [players, ...earlier] = await Promise.all([
    readPlayers().catch((error: unknown) => {
      log.warn({ err: error }, 'forecasts are made without the opposing batters')
      state.dueAtMs = performance.now() + RETRY_MS
      return state.records.players
    }),
    ...SEASON_OFFSETS.map((offset, at) =>
      readSeason(offset).catch((error: unknown) => {
        const season = state.season - offset
        log.warn({ err: error, season }, 'forecasts are made without an earlier season')
        return state.records.earlier[at] ?? null
      }),
    ),
  ])
  state.records = { players, earlier }
}

/**
 * Reads the totals of all players. The first callers wait, at most `OPTIONAL_MS`: a forecast without these totals differs
 * from one that is made a second later. Afterwards they are read again in the background every 15 minutes.
 */
export async function readSeasonRecords(parts: EarlierSeasonPorts): Promise<SeasonRecords> {
  const { upstream, clock } = parts
  const season = clock.season()
  const current = readStates.get(upstream)
  const state: ReadState =
    current?.season === season
      ? current
      : { season, records: { earlier: NO_EARLIER_SEASONS, players: null }, firstRead: null, dueAtMs: 0 }
  readStates.set(upstream, state)
  const now = performance.now()
  if (now >= state.dueAtMs) {
    const isFirst = state.dueAtMs === 0
    state.dueAtMs = now + REFRESH_MS
    const reading = read(parts, state)
    if (isFirst) {
      state.firstRead = reading.finally(() => {
        state.firstRead = null
      })
    }
  }
  if (state.firstRead) await withTimeout(state.firstRead, OPTIONAL_MS)
  return state.records
}
