import { findStatType, listStatNames } from '@propsight/shared/domain'
import { lineOdds, type StatForecast } from '@propsight/shared/domain/engine'
import type { BattingRow, PitchingRow, Season } from '../../read/season.ts'
import type { Engine } from '../../score/cases.ts'
import { type WalkDay, walk } from '../../walk/walk.ts'
import { type Mark, mark } from './tetrachoric.ts'

export const BATTING_STATS = listStatNames('hitting')
export const PITCHING_STATS = listStatNames('pitching')

/** One player's game relative to the engine's forecast, with one mark per stat of the player's group. */
export interface Performance {
  readonly playerId: string
  readonly club: string
  readonly batter: boolean
  /** Place in the batting order; null for pitchers. */
  readonly slot: number | null
  readonly marks: readonly Mark[]
}

function marksOf(forecasts: readonly StatForecast[], values: readonly number[]): Mark[] {
  return forecasts.map(({ distribution, fairLine }, at) =>
    mark((values[at] ?? 0) > fairLine, lineOdds(distribution, fairLine).over),
  )
}

function battingValues(row: BattingRow): number[] {
  return BATTING_STATS.map((name) => {
    const stat = findStatType(name)
    return stat?.group === 'hitting' ? stat.value(row) : 0
  })
}

function pitchingValues(row: PitchingRow): number[] {
  return PITCHING_STATS.map((name) => {
    const stat = findStatType(name)
    return stat?.group === 'pitching' ? stat.value(row) : 0
  })
}

function batted({ state, games }: WalkDay, row: BattingRow, engine: Engine): Performance | null {
  const game = games.get(row.gameId)
  if (!game || !row.started || row.pitched) return null
  const input = state.batter(game, row.home, row.playerId, row.slot)
  const forecast = engine.forecastBatter(input, BATTING_STATS)
  if (!forecast.ok) return null
  const { playerId, club, slot } = row
  return { playerId, club, slot, batter: true, marks: marksOf(forecast.value, battingValues(row)) }
}

function pitched({ state, games }: WalkDay, row: PitchingRow, engine: Engine): Performance | null {
  const game = games.get(row.gameId)
  if (!game || !row.started) return null
  const forecast = engine.forecastPitcher(state.pitcher(game, row.home, row.playerId), PITCHING_STATS)
  if (!forecast.ok) return null
  const { playerId, club } = row
  return { playerId, club, slot: null, batter: false, marks: marksOf(forecast.value, pitchingValues(row)) }
}

/** A game with its forecast players. */
export interface PlayedGame {
  readonly date: string
  readonly players: readonly Performance[]
}

/**
 * Compares the starting batters and pitchers of each game with their forecasts. Each stat is evaluated at its
 * fair line, where an outcome has the most information. Players that the engine refuses are left out.
 * @param until last day, `YYYY-MM-DD`, included
 */
export function playedGames(season: Season, until: string, engine: Engine): PlayedGame[] {
  const played: PlayedGame[] = []
  walk(season, { to: until }, (day) => {
    const batting = Map.groupBy(day.batting, ({ gameId }) => gameId)
    const pitching = Map.groupBy(day.pitching, ({ gameId }) => gameId)
    for (const id of day.games.keys()) {
      const players = [
        ...(batting.get(id) ?? []).map((row) => batted(day, row, engine)),
        ...(pitching.get(id) ?? []).map((row) => pitched(day, row, engine)),
      ]
      played.push({ date: day.date, players: players.filter((player) => player !== null) })
    }
  })
  return played
}
