import {
  type BattingRecord,
  type GameRecord,
  type PitchingRecord,
  ReplayError,
  type SeasonLog,
} from '@propsight/league/replay'
import type { ScheduledGame, SeasonStarter } from './season.ts'

/** A season's games by id, in the order of play. */
export type Schedule = ReadonlyMap<string, ScheduledGame>

const byPlay = (a: GameRecord, b: GameRecord): number =>
  a.date.localeCompare(b.date) || a.number - b.number || a.id.localeCompare(b.id)

/** Whether a `YYYY-MM-DD` text is a day of the calendar; 2019-02-30 is not. */
export const isDay = (date: string): boolean => {
  const instant = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(date)
}

/**
 * Reads the schedule: the games with the facts known in the morning, such as probable starters.
 * @throws ReplayError if there are no games
 */
export function readSchedule(log: SeasonLog, folder: string, skip: (problem: string) => void): Schedule {
  const schedule = new Map<string, ScheduledGame>()
  const starter = (id: string, throws: 'L' | 'R' | undefined): SeasonStarter | null =>
    id === '' ? null : { id, throws: throws ?? null }
  for (const game of log.games.toSorted(byPlay)) {
    const refuse = (why: string) => skip(`${log.files.games}, line ${game.line}: ${why}`)
    if (!isDay(game.date)) refuse(`there is no day ${game.date}`)
    else if (game.id === '' || game.home === '' || game.away === '') refuse('names no game or no club')
    else if (schedule.has(game.id)) refuse(`game ${game.id} is there already`)
    else
      schedule.set(game.id, {
        id: game.id,
        date: game.date,
        home: game.home,
        away: game.away,
        // A source without parks: the home club stands for the park.
        park: game.park || game.home,
        homeStarter: starter(game.homeStarter, game.homeThrows),
        awayStarter: starter(game.awayStarter, game.awayThrows),
      })
  }
  if (schedule.size === 0) throw new ReplayError(`${folder}: has no games`)
  return schedule
}

/**
 * The game fields of a player's line from the view of the player's club, or a message if the line does not
 * fit.
 */
export function placeOf(line: BattingRecord | PitchingRecord, schedule: Schedule) {
  const game = schedule.get(line.gameId)
  if (!game) return `there is no game ${line.gameId}`
  if (game.date !== line.date) return `game ${line.gameId} is of ${game.date}, not ${line.date}`
  if (line.personId === '') return 'names no player'
  const [club, opponent] = line.home ? [game.home, game.away] : [game.away, game.home]
  const starterHand = (line.home ? game.awayStarter : game.homeStarter)?.throws ?? null
  return { date: game.date, home: line.home, club, opponent, park: game.park, starterHand }
}
