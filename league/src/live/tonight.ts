import { dateOf, dayNumber } from '../sample/calendar.ts'
import type { Squad } from '../sample/game-state.ts'
import { makeSampleSeason, type SampleSeason, yearSeed } from '../sample/sample-season.ts'
import { applyRain, makeSchedule } from '../sample/schedule.ts'
import { gameSetup, resultOf } from '../sample/season.ts'
import { type Played, simulateGame } from '../sample/simulate-game.ts'
import type { Game, GameResult, Pair } from '../world/game.ts'
import { LineTable } from '../world/line-table.ts'
import { BATTING, PITCHING } from '../world/stat-fields.ts'
import { lengthOf } from './pace.ts'

interface Tables {
  readonly batting: LineTable
  readonly pitching: LineTable
}

/** A game that can be played as far as it has come, again and again. */
export interface Course {
  readonly game: Game
  /** By plate appearance its half inning, of the whole game. */
  readonly halves: readonly number[]
  /** Instant of the last out, ms. */
  readonly endsAt: number
  /** Set where rain calls the game off: the game and the one it is made up with, as they are known afterwards. */
  readonly movedBy?: readonly Game[]
  /**
   * Plays on until so many plate appearances are over and writes everybody's lines into the tables.
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

/** What rain changes on a day: the games called off and their makeup partners by number, as the next day knows them. */
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
 * The courses of a day's games in the sample league, from the same squads and seeds with which the next day's world plays
 * them: what is shown live is what will have happened.
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
