import type { Squad } from '../sample/game-state.ts'
import { makeSampleSeason, type SampleSeason, yearSeed } from '../sample/sample-season.ts'
import { applyRain, makeSchedule } from '../sample/schedule.ts'
import { computeResult, gameSetup } from '../sample/season.ts'
import { type Played, simulateGame } from '../sample/simulate-game.ts'
import type { Game, GameResult, Pair } from '../world/entities.ts'
import { LineTable } from '../world/line-table.ts'
import { BATTING, PITCHING } from '../world/stat-fields.ts'
import { dateOf, dayNumber } from '../world/world.ts'

/**
 * Minutes per plate appearance and per break. A game of 76 plate appearances and 17 half innings takes 2 h 45
 * min.
 */
const PLATE_MINUTES = 1.66
const BREAK_MINUTES = 2.3

/** The progress of a game. */
export interface Progress {
  /** Completed plate appearances. */
  readonly plateAppearances: number
  /** Whether the game is in the break between two half innings. */
  readonly between: boolean
}

/** Minutes from the first pitch to the end of a plate appearance (from 0). */
const plateEndMinutes = (halves: readonly number[], plate: number): number =>
  (plate + 1) * PLATE_MINUTES + (halves[plate] ?? 0) * BREAK_MINUTES

/** Minutes from the first pitch to the last out. */
export const gameMinutes = (halves: readonly number[]): number => plateEndMinutes(halves, halves.length - 1)

/**
 * The progress of a game at a time after its first pitch.
 * @param halves the half inning (from 0) of every plate appearance of the whole game
 */
export function progressAt(halves: readonly number[], minutes: number): Progress {
  const open = halves.findIndex((_, plate) => plateEndMinutes(halves, plate) > minutes)
  const plateAppearances = open < 0 ? halves.length : open
  const last = plateAppearances - 1
  const changesSides =
    plateAppearances > 0 && plateAppearances < halves.length && halves[plateAppearances] !== halves[last]
  return {
    plateAppearances,
    between: changesSides && minutes < plateEndMinutes(halves, last) + BREAK_MINUTES,
  }
}

/**
 * Start of the phases 'pre-game', 'called-off' and 'warmup' in minutes before the first pitch, and length of
 * the phase 'game-over' in minutes after the last out.
 */
const PRE_GAME_MINUTES = 60
const CALLED_OFF_MINUTES = 40
const WARMUP_MINUTES = 20
const GAME_OVER_MINUTES = 6
const MINUTE_MS = 60_000

/** The phases of a game from scheduled to final. */
export type Phase =
  | { readonly name: 'scheduled' | 'pre-game' | 'warmup' | 'called-off' | 'game-over' | 'final' }
  | ({ readonly name: 'in-progress' } & Progress)

/** A game's phase at an instant. */
export function computePhase({ game, halves, endsAt, makeupGames }: GamePlayback, now: Date): Phase {
  const minutes = (now.getTime() - Date.parse(game.startsAt)) / MINUTE_MS
  if (makeupGames && minutes >= -CALLED_OFF_MINUTES) return { name: 'called-off' }
  if (minutes < -PRE_GAME_MINUTES) return { name: 'scheduled' }
  if (minutes < -WARMUP_MINUTES) return { name: 'pre-game' }
  if (minutes < 0) return { name: 'warmup' }
  if (now.getTime() < endsAt) return { name: 'in-progress', ...progressAt(halves, minutes) }
  return { name: now.getTime() < endsAt + GAME_OVER_MINUTES * MINUTE_MS ? 'game-over' : 'final' }
}

/** A text that changes exactly when the state of the game changes. */
export const describePhase = (phase: Phase): string =>
  phase.name === 'in-progress' ? `${phase.plateAppearances}${phase.between ? '-' : ''}` : phase.name

/** Whether the game's lines are closed: it has begun, or it is postponed. */
export const isClosed = ({ name }: Phase): boolean =>
  name !== 'scheduled' && name !== 'pre-game' && name !== 'warmup'

interface Tables {
  readonly batting: LineTable
  readonly pitching: LineTable
}

/** A simulated game that can be played up to any plate appearance, any number of times. */
export interface GamePlayback {
  readonly game: Game
  /** The half inning (from 0) of every plate appearance of the whole game. */
  readonly halves: readonly number[]
  /** Instant of the last out, ms since 1970. */
  readonly endsAt: number
  /**
   * Set if rain postpones the game: both games of the makeup doubleheader, as the next day's schedule lists
   * them.
   */
  readonly makeupGames?: readonly Game[]
  /**
   * Plays from the first pitch until `plateAppearances` plate appearances are completed, and adds the lines of all
   * players to the tables.
   * @param at index of the game in the tables' world
   */
  readonly play: (
    plateAppearances: number,
    tables: Tables,
    at: number,
  ) => { played: Played; score: GameResult }
}

const makePlayback = (season: SampleSeason, game: Game, squads: Pair<Squad>): GamePlayback => {
  const seed = yearSeed(season.seed, game.season)
  const run = (limit: number, halves: number[], tables: Tables, at: number): Played =>
    simulateGame({
      ...gameSetup({ ...season, seed }, game, squads),
      ...tables,
      game: at,
      playback: { limit, halves },
    })
  const halves: number[] = []
  const scratch = { batting: new LineTable(BATTING.length), pitching: new LineTable(PITCHING.length) }
  run(Number.POSITIVE_INFINITY, halves, scratch, 0)
  return {
    game,
    halves,
    endsAt: Date.parse(game.startsAt) + gameMinutes(halves) * 60_000,
    play: (plateAppearances, tables, at) => {
      const played = run(plateAppearances, [], tables, at)
      return { played, score: computeResult(season.people, played) }
    },
  }
}

/**
 * By number of each game that rain postpones on a day: both games of its makeup doubleheader in the next
 * day's schedule.
 */
const findPostponements = (
  seed: string,
  season: number,
  day: string,
  games: readonly Game[],
): ReadonlyMap<number, Game[]> => {
  const current = new Map(games.map((game) => [game.pk, game]))
  const after = applyRain(seed, makeSchedule(seed, season), dateOf(dayNumber(day) + 1))
  const changed = after.filter((game) => {
    const before = current.get(game.pk)
    return before && (before.date !== game.date || before.doubleHeader !== game.doubleHeader)
  })
  const postponed = changed.filter(({ postponedFrom }) => postponedFrom?.date === day)
  return new Map(
    postponed.map((game) => [
      game.pk,
      changed.filter(
        ({ homeId, awayId, date }) => homeId === game.homeId && awayId === game.awayId && date === game.date,
      ),
    ]),
  )
}

/**
 * Simulates the games of a day in the sample league. They use the same squads and seeds as the next day's
 * world, so the live playback of a game agrees with its final result.
 */
export function makeDayGames(seed: string, day: string): GamePlayback[] {
  const season = makeSampleSeason(seed, day)
  const moved = findPostponements(seed, Number(day.slice(0, 4)), day, season.games)
  return season.games.flatMap((game) => {
    const squads = season.today.get(game.pk)
    if (!squads) return []
    const playback = makePlayback(season, game, squads)
    const makeupGames = moved.get(game.pk)
    return [makeupGames ? { ...playback, makeupGames } : playback]
  })
}
