import { findStatType, listStatNames } from '@propsight/shared/domain'
import { lineOdds, type StatForecast } from '@propsight/shared/domain/engine'
import { type BattingRow, known, type PitchingRow, type Season } from '../../read/season.ts'
import type { Engine } from '../../score/cases.ts'
import { type WalkDay, walk } from '../../walk/walk.ts'
import { type Mark, mark } from './tetrachoric.ts'

const PLACES = 9
/**
 * Maximum distance in the order of nine: at a distance of five or more the pair is closer in the other
 * direction.
 */
const FARTHEST = 4

export const RELATIONS = [
  'sameBatter',
  'samePitcher',
  'teamMates1',
  'teamMates2',
  'teamMates3',
  'teamMates4',
  'opposingBatters',
  'pitcherFacing',
  'pitcherBacked',
  'twoPitchers',
] as const
export type Relation = (typeof RELATIONS)[number]

/**
 * The relation of two players in one game, with the player of the table's rows and the player of its columns.
 */
export interface Related {
  readonly relation: Relation
  readonly row: Performance
  readonly column: Performance
}

function relateBatters(a: Performance, b: Performance): Related[] {
  if (a.club !== b.club) {
    return [
      { relation: 'opposingBatters', row: a, column: b },
      { relation: 'opposingBatters', row: b, column: a },
    ]
  }
  const after = ((b.slot ?? 0) - (a.slot ?? 0) + PLACES) % PLACES
  const [row, column, places] = after <= FARTHEST ? [a, b, after] : [b, a, PLACES - after]
  const relation = RELATIONS.find((name) => name === `teamMates${places}`)
  return relation ? [{ relation, row, column }] : []
}

/** The relation of two players; in both directions if the relation is symmetric. */
export function relatePlayers(a: Performance, b: Performance): Related[] {
  if (a.batter && b.batter) return relateBatters(a, b)
  if (!a.batter && !b.batter) {
    return [
      { relation: 'twoPitchers', row: a, column: b },
      { relation: 'twoPitchers', row: b, column: a },
    ]
  }
  const [row, column] = a.batter ? [b, a] : [a, b]
  return [{ relation: row.club === column.club ? 'pitcherBacked' : 'pitcherFacing', row, column }]
}

/** All relations of a game's players, including each player with the same player. */
export const relationsOf = (players: readonly Performance[]): Related[] =>
  players.flatMap((player, at) => [
    { relation: player.batter ? 'sameBatter' : 'samePitcher', row: player, column: player },
    ...players.slice(at + 1).flatMap((other) => relatePlayers(player, other)),
  ])

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

function makeMarks(forecasts: readonly StatForecast[], values: readonly number[]): Mark[] {
  return forecasts.map(({ distribution, fairLine }, at) =>
    mark((values[at] ?? 0) > fairLine, lineOdds(distribution, fairLine).over),
  )
}

function battingValues(row: BattingRow): number[] {
  return BATTING_STATS.map((name) => {
    const stat = findStatType(name)
    return stat?.group === 'hitting' ? known(stat.value(row)) : 0
  })
}

function pitchingValues(row: PitchingRow): number[] {
  return PITCHING_STATS.map((name) => {
    const stat = findStatType(name)
    return stat?.group === 'pitching' ? known(stat.value(row)) : 0
  })
}

function batted({ state, games }: WalkDay, row: BattingRow, engine: Engine): Performance | null {
  const game = games.get(row.gameId)
  if (!game || !row.started || row.pitched) return null
  const input = state.batter(game, row.home, row.playerId, row.slot)
  const forecast = engine.forecastBatter(input, BATTING_STATS)
  if (!forecast.ok) return null
  const { playerId, club, slot } = row
  return { playerId, club, slot, batter: true, marks: makeMarks(forecast.value, battingValues(row)) }
}

function pitched({ state, games }: WalkDay, row: PitchingRow, engine: Engine): Performance | null {
  const game = games.get(row.gameId)
  if (!game || !row.started) return null
  const forecast = engine.forecastPitcher(state.pitcher(game, row.home, row.playerId), PITCHING_STATS)
  if (!forecast.ok) return null
  const { playerId, club } = row
  return { playerId, club, slot: null, batter: false, marks: makeMarks(forecast.value, pitchingValues(row)) }
}

/** A game with its forecast players. */
export interface PlayedGame {
  readonly date: string
  readonly players: readonly Performance[]
}

/**
 * Compares the starting batters and pitchers of each game with their forecasts, in order of time. Each stat is
 * evaluated at its fair line, where an outcome has the most information. Players that the engine refuses are left
 * out. The marks of several seasons need more than a gigabyte, so that a game is not kept after its visit.
 * @param until last day, `YYYY-MM-DD`, included
 */
export function visitPlayedGames(
  season: Season,
  until: string,
  engine: Engine,
  visit: (game: PlayedGame) => void,
): void {
  walk(season, { to: until }, (day) => {
    const batting = Map.groupBy(day.batting, ({ gameId }) => gameId)
    const pitching = Map.groupBy(day.pitching, ({ gameId }) => gameId)
    for (const id of day.games.keys()) {
      const players = [
        ...(batting.get(id) ?? []).map((row) => batted(day, row, engine)),
        ...(pitching.get(id) ?? []).map((row) => pitched(day, row, engine)),
      ]
      visit({ date: day.date, players: players.filter((player) => player !== null) })
    }
  })
}
