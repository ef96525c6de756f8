import { instantOf } from '../world/calendar.ts'
import type { Club, Park } from '../world/club-types.ts'
import type { Game, Pair, Tally } from '../world/entities.ts'
import type { LineTable } from '../world/line-table.ts'
import type { Person } from '../world/person.ts'
import { BAT } from '../world/stat-fields.ts'
import { ReplayError } from './replay-error.ts'
import type { GameRecord } from './season-log.ts'
import { teamIdOf } from './club-codes.ts'

interface Setup {
  /** In the order of the world's games. */
  readonly games: readonly GameRecord[]
  readonly clubs: readonly Club[]
  readonly parks: readonly Park[]
  readonly people: readonly Person[]
  readonly indexOf: ReadonlyMap<string, number>
  readonly batting: LineTable
  readonly pitching: LineTable
  readonly date: string
}

/**
 * Start times when the source has none: the evening, and early afternoon for the first game of a
 * doubleheader.
 */
const EVENING = '19:05'
const NOON = '13:05'

const totals = (batting: LineTable, games: number): Pair<{ runs: number; hits: number }>[] => {
  const out = Array.from({ length: games }, () => ({
    away: { runs: 0, hits: 0 },
    home: { runs: 0, hits: 0 },
  }))
  for (let line = 0; line < batting.length; line++) {
    const { game, home } = batting.key(line)
    const side = out[game]?.[home ? 'home' : 'away']
    if (!side) continue
    side.runs += batting.count(line, BAT.runs)
    side.hits += batting.count(line, BAT.hits)
  }
  return out
}

/**
 * Makes the games up to the day. Games before it have results with runs and hits from the lines; games of the
 * day have none.
 * @throws ReplayError for a club code that is unknown
 */
export function replayGames(setup: Setup): Game[] {
  const { games, clubs, parks, people, indexOf, date } = setup
  const scores = totals(setup.batting, games.length)
  const id = (source: string | undefined) => people[indexOf.get(source ?? '') ?? -1]?.id
  const club = (game: GameRecord, code: string): Club => {
    const found = clubs.find((each) => each.id === teamIdOf(code))
    if (!found) throw new ReplayError(`game ${game.id}: '${code}' is not a club of the thirty`)
    return found
  }
  return games.map((record, index): Game => {
    const [home, away] = [club(record, record.home), club(record, record.away)]
    const park = parks.find((each) => each.id === home.venueId)
    const time = record.startTime || (record.number === 1 ? NOON : EVENING)
    const score = scores[index]
    const side = (which: 'away' | 'home'): Tally => ({
      runs: score?.[which].runs ?? 0,
      hits: score?.[which].hits ?? 0,
      errors: 0,
      leftOnBase: 0,
    })
    const named = (key: 'winner' | 'loser' | 'save') => {
      const person = id(record[key])
      return person === undefined ? {} : { [key]: person }
    }
    const [homeStarter, awayStarter] = [id(record.homeStarter), id(record.awayStarter)]
    return {
      pk: Number(date.slice(0, 4)) * 10_000 + index + 1,
      season: Number(record.date.slice(0, 4)),
      date: record.date,
      startsAt: instantOf(record.date, time, park?.timeZone ?? 'America/New_York'),
      startTimeTbd: record.startTime === '',
      dayNight: time < '17:00' ? 'day' : 'night',
      homeId: home.id,
      awayId: away.id,
      venueId: home.venueId,
      gameNumber: record.number === 2 ? 2 : 1,
      doubleHeader: record.number > 0 ? 'S' : 'N',
      seriesGame: 1,
      seriesLength: 1,
      probables: {
        ...(awayStarter === undefined ? {} : { away: awayStarter }),
        ...(homeStarter === undefined ? {} : { home: homeStarter }),
      },
      ...(record.date < date
        ? {
            result: {
              innings: [],
              total: { away: side('away'), home: side('home') },
              ...named('winner'),
              ...named('loser'),
              ...named('save'),
            },
          }
        : {}),
    }
  })
}
