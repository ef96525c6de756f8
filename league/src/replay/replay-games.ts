import type { Club, Game, Pair, Person, Tally } from '../world/entities.ts'
import { LineTable } from '../world/line-table.ts'
import { BAT, BATTING, PIT, PITCHING } from '../world/stat-fields.ts'
import { instantOf } from '../world/world.ts'
import { type ReplayParks, requireTeamId } from './club-codes.ts'
import {
  type BattingRecord,
  clubGameKey,
  type GameRecord,
  type PitchingRecord,
  ReplayError,
  type SeasonLog,
} from './season-log.ts'

const compareByPlay = (a: GameRecord, b: GameRecord): number =>
  a.date.localeCompare(b.date) || a.number - b.number || a.id.localeCompare(b.id)

/** Fields that do not come from a column of their own. */
const DERIVED = new Set(['gamesStarted'])

/** The fields that no line of the source has. */
const findMissingFields = (
  fields: readonly string[],
  lines: readonly { readonly counts: object }[],
): string[] => {
  const countedFields = new Set(lines.flatMap(({ counts }) => Object.keys(counts)))
  return fields.filter((field) => !countedFields.has(field) && !DERIVED.has(field))
}

/** Sets a count of a line; undefined is unknown. */
const setCount = (table: LineTable, offset: number, field: number, count: number | undefined): void => {
  if (count === undefined) table.markUnknown(offset, field)
  else table.bump(offset, field, false, count)
}

/** The `order` of a batting line (see `LineKey`). The first line of a place in a game is the starter's. */
const battingOrder = (seen: Map<string, number>, line: BattingRecord): number => {
  if (line.order < 1 || line.order > 9) return 0
  const slot = `${line.gameId}|${line.home}|${line.order}`
  const substitution = seen.get(slot) ?? 0
  seen.set(slot, substitution + 1)
  return line.order * 10 + Math.min(substitution, 9)
}

/**
 * Builds the tables of a season's lines before the day, in the order of play.
 * @param indexOf index in the world's people by the source's id
 * @param date the day, `YYYY-MM-DD`
 * @returns the tables, the games in the order of play (the order of the world's games), and the fields the
 * source lacks
 */
export function buildTables(log: SeasonLog, indexOf: ReadonlyMap<string, number>, date: string) {
  const order = log.games.filter((game) => game.date.slice(0, 4) === date.slice(0, 4)).toSorted(compareByPlay)
  const at = new Map(order.map((game, index) => [game.id, index]))
  const batting = new LineTable(BATTING.length)
  const pitching = new LineTable(PITCHING.length)
  const add = (
    table: LineTable,
    line: BattingRecord | PitchingRecord,
    place: number,
    position: number,
  ): number | null => {
    const game = at.get(line.gameId)
    const person = indexOf.get(line.personId)
    const record = order[game ?? -1]
    if (game === undefined || person === undefined || !record || line.date >= date) return null
    const teamId = requireTeamId(line.home ? record.home : record.away)
    return table.add({ person, game, teamId, home: line.home, order: place, position })
  }
  const rank = (line: { gameId: string }) => at.get(line.gameId) ?? 0
  const seen = new Map<string, number>()
  for (const line of log.batting.toSorted((a, b) => rank(a) - rank(b))) {
    const offset = add(batting, line, battingOrder(seen, line), 0)
    if (offset === null) continue
    for (const field of BATTING) setCount(batting, offset, BAT[field], line.counts[field])
  }
  const staff = log.pitching.toSorted(
    (a, b) => rank(a) - rank(b) || Number(b.started) - Number(a.started) || a.order - b.order,
  )
  const appearances = new Map<string, number>()
  for (const line of staff) {
    const side = `${line.gameId}|${line.home}`
    const place = (appearances.get(side) ?? 0) + 1
    appearances.set(side, place)
    const offset = add(pitching, line, place, 1)
    if (offset === null) continue
    for (const field of PITCHING) {
      if (!DERIVED.has(field)) setCount(pitching, offset, PIT[field], line.counts[field])
    }
    if (line.started) pitching.bump(offset, PIT.gamesStarted, false)
  }
  const missingFields = {
    hitting: findMissingFields(BATTING, log.batting),
    pitching: findMissingFields(PITCHING, log.pitching),
  }
  return { batting, pitching, order, missingFields }
}

interface Setup {
  /** In the order of the world's games. */
  readonly games: readonly GameRecord[]
  readonly clubs: readonly Club[]
  readonly parks: ReplayParks
  /** Name of the file of the games. */
  readonly file: string
  readonly people: readonly Person[]
  readonly indexOf: ReadonlyMap<string, number>
  readonly batting: LineTable
  readonly pitching: LineTable
  /** Runs by club and game, see `clubRuns`. */
  readonly runs: ReadonlyMap<string, number>
  readonly date: string
}

/**
 * Start times when the source has none: the evening, and early afternoon for the first game of a
 * doubleheader.
 */
const EVENING = '19:05'
const NOON = '13:05'

/** The state of a suspended game, which is not over before its completion, and the day of a completed one. */
const suspension = (
  { suspended, completion }: GameRecord,
  today: string,
): Pick<Game, 'live' | 'resumedOn'> => {
  const resumedOn = suspended ? suspended.completedOn : completion?.date
  const { score, outs } = suspended ?? {}
  return {
    // The day of completion is not known before it.
    ...(resumedOn && resumedOn <= today ? { resumedOn } : {}),
    ...(suspended
      ? {
          live: {
            phase: 'suspended',
            interruption: score && outs !== undefined ? { runs: score, outs } : null,
          },
        }
      : {}),
  }
}

/** Hits of both clubs in each game. */
const sumHits = (batting: LineTable, games: number): Pair<number>[] => {
  const out = Array.from({ length: games }, () => ({ away: 0, home: 0 }))
  for (let line = 0; line < batting.length; line++) {
    const { game, home } = batting.key(line)
    const side = out[game]
    if (side) side[home ? 'home' : 'away'] += batting.count(line, BAT.hits)
  }
  return out
}

/**
 * Makes the games up to the day. Games before it have results with runs from `clubRuns` and hits from the lines; games of the
 * day have none.
 * @throws ReplayError for a played game without known runs
 */
export function replayGames(setup: Setup): Game[] {
  const { games, clubs, parks, people, indexOf, date } = setup
  const hits = sumHits(setup.batting, games.length)
  const played = new Set([...Array(setup.batting.length).keys()].map((line) => setup.batting.key(line).game))
  const id = (source: string | undefined) => people[indexOf.get(source ?? '') ?? -1]?.id
  const byId = new Map(clubs.map((club) => [club.id, club]))
  const clubOf = (code: string): Club => {
    const club = byId.get(requireTeamId(code))
    if (!club) throw new Error(`no club '${code}'`)
    return club
  }
  const countRuns = (game: GameRecord, home: boolean, hasLines: boolean): number => {
    const runs = setup.runs.get(clubGameKey(game.id, home))
    if (runs === undefined && hasLines) {
      throw new ReplayError(
        `${setup.file}, line ${game.line}: game ${game.id} has neither runs of its batters and pitchers nor a score`,
      )
    }
    return runs ?? 0
  }
  return games.map((record, index): Game => {
    const home = clubOf(record.home)
    const away = clubOf(record.away)
    const park = parks.find(record, home)
    const time = record.startTime || (record.number === 1 ? NOON : EVENING)
    const side = (which: 'away' | 'home'): Tally => ({
      runs: countRuns(record, which === 'home', played.has(index)),
      hits: hits[index]?.[which] ?? 0,
      errors: 0,
      leftOnBase: 0,
    })
    const decision = (key: 'winner' | 'loser' | 'save') => {
      const person = id(record[key])
      return person === undefined ? {} : { [key]: person }
    }
    const homeZone = parks.find({ ...record, park: '' }, home).timeZone ?? 'America/New_York'
    const homeStarter = id(record.homeStarter)
    const awayStarter = id(record.awayStarter)
    return {
      pk: Number(date.slice(0, 4)) * 10_000 + index + 1,
      season: Number(record.date.slice(0, 4)),
      date: record.date,
      // A time that is assumed is that of the home club.
      startsAt: instantOf(record.date, time, (record.startTime && park.timeZone) || homeZone),
      dayNight: time < '17:00' ? 'day' : 'night',
      homeId: home.id,
      awayId: away.id,
      venueId: park.id,
      gameNumber: record.number === 2 ? 2 : 1,
      doubleHeader: record.number > 0 ? 'S' : 'N',
      seriesGame: 1,
      seriesLength: 1,
      probables: {
        ...(awayStarter === undefined ? {} : { away: awayStarter }),
        ...(homeStarter === undefined ? {} : { home: homeStarter }),
      },
      ...suspension(record, date),
      ...(record.date < date && !record.suspended
        ? {
            result: {
              innings: [],
              total: { away: side('away'), home: side('home') },
              ...decision('winner'),
              ...decision('loser'),
              ...decision('save'),
            },
          }
        : {}),
    }
  })
}
