import { dateOf, dayNumber } from '../world/calendar.ts'
import type { Squad } from '../sample/game-state.ts'
import { makeSampleSeason, type SampleSeason, yearSeed } from '../sample/sample-season.ts'
import { applyRain, makeSchedule } from '../sample/schedule.ts'
import { gameSetup, resultOf } from '../sample/season.ts'
import { type Played, simulateGame } from '../sample/simulate-game.ts'
import type { Game, GameResult, Pair } from '../world/entities.ts'
import { LineTable } from '../world/line-table.ts'
import { BATTING, PITCHING } from '../world/stat-fields.ts'
import { lengthOf } from './pace.ts'

interface Tables {
  readonly batting: LineTable
  readonly pitching: LineTable
}

/** A simulated game that can be played up to any plate appearance, any number of times. */
export interface Course {
  readonly game: Game
  /** The half inning (from 0) of every plate appearance of the whole game. */
  readonly halves: readonly number[]
  /** Instant of the last out, ms since 1970. */
  readonly endsAt: number
  /**
   * Set if rain postpones the game: both games of the makeup doubleheader, as the next day's schedule lists
   * them.
   */
  readonly movedBy?: readonly Game[]
  /**
   * Plays from the first pitch until `plates` plate appearances are completed, and adds the lines of all
   * players to the tables.
   * @param at index of the game in the tables' world
   */
  readonly play: (plates: number, tables: Tables, at: number) => { played: Played; score: GameResult }
}

const courseOf = (season: SampleSeason, game: Game, squads: Pair<Squad>): Course => {
  const seed = yearSeed(season.seed, game.season)
  const run = (limit: number, halves: number[], tables: Tables, at: number): Played =>
    simulateGame({
      ...gameSetup({ ...season, seed }, game, squads),
      ...tables,
      game: at,
      course: { limit, halves },
    })
  const halves: number[] = []
  const scratch = { batting: new LineTable(BATTING.length), pitching: new LineTable(PITCHING.length) }
  run(Number.POSITIVE_INFINITY, halves, scratch, 0)
  return {
    game,
    halves,
    endsAt: Date.parse(game.startsAt) + lengthOf(halves) * 60_000,
    play: (plates, tables, at) => {
      const played = run(plates, [], tables, at)
      return { played, score: resultOf(season.people, played) }
    },
  }
}

/**
 * By number of each game that rain postpones on a day: both games of its makeup doubleheader in the next
 * day's schedule.
 */
const movedOn = (
  seed: string,
  season: number,
  day: string,
  games: readonly Game[],
): ReadonlyMap<number, Game[]> => {
  const now = new Map(games.map((game) => [game.pk, game]))
  const after = applyRain(seed, makeSchedule(seed, season), dateOf(dayNumber(day) + 1))
  const changed = after.filter((game) => {
    const before = now.get(game.pk)
    return before && (before.date !== game.date || before.doubleHeader !== game.doubleHeader)
  })
  const off = changed.filter(({ postponedFrom }) => postponedFrom?.date === day)
  return new Map(
    off.map((game) => [
      game.pk,
      changed.filter(
        ({ homeId, awayId, date }) => homeId === game.homeId && awayId === game.awayId && date === game.date,
      ),
    ]),
  )
}

/**
 * Simulates the games of a day in the sample league. They use the same squads and seeds as the next day's
 * world, so the live course of a game agrees with its final result.
 */
export function makeTonight(seed: string, day: string): Course[] {
  const season = makeSampleSeason(seed, day)
  const moved = movedOn(seed, Number(day.slice(0, 4)), day, season.games)
  return season.games.flatMap((game) => {
    const squads = season.today.get(game.pk)
    if (!squads) return []
    const course = courseOf(season, game, squads)
    const movedBy = moved.get(game.pk)
    return [movedBy ? { ...course, movedBy } : course]
  })
}
