import { priceBoard } from '../pricing/price-board.ts'
import type { Squad } from '../sample/game-state.ts'
import { parkMultipliers } from '../sample/plate-appearance.ts'
import type { Pair, Person, PositionCode } from '../world/entities.ts'
import { LineTable } from '../world/line-table.ts'
import { BATTING, PITCHING } from '../world/stat-fields.ts'
import type { World } from '../world/world.ts'
import { checkClubs, listClubs, replayParks, requireTeamId } from './club-codes.ts'
import { estimateRates, expectedSquad } from './estimates.ts'
import { isOtherSport, readSeasonFolder } from './read-folder.ts'
import { buildTables, replayGames } from './replay-games.ts'
import { clubRuns, ReplayError, type SeasonLog } from './season-log.ts'

/**
 * First id for players without a stats service id in the source, above all ids that the service has assigned.
 */
const FIRST_UNKNOWN_ID = 1_000_001
const SUFFIX = /\s+(Jr\.?|Sr\.?|II|III|IV)$/

const nameParts = (fullName: string) => {
  const bare = fullName.replace(SUFFIX, '')
  const space = bare.indexOf(' ')
  return space < 0
    ? { firstName: bare, lastName: bare }
    : { firstName: bare.slice(0, space), lastName: bare.slice(space + 1) }
}

/**
 * Positions of all players. A starter of the day, or a player with pitching lines for more than half of the
 * number of batting lines, is a pitcher. The plain format has no other positions.
 */
const positions = (log: SeasonLog, starters: ReadonlySet<string>): ReadonlyMap<string, PositionCode> => {
  const pitched = new Map<string, number>()
  const batted = new Map<string, number>()
  for (const { personId } of log.pitching) pitched.set(personId, (pitched.get(personId) ?? 0) + 1)
  for (const { personId } of log.batting) batted.set(personId, (batted.get(personId) ?? 0) + 1)
  const pitcher = (id: string) => starters.has(id) || (pitched.get(id) ?? 0) * 2 > (batted.get(id) ?? 0)
  const out = new Map<string, PositionCode>()
  for (const [id, person] of log.people) out.set(id, pitcher(id) ? '1' : (person.position ?? 'X'))
  return out
}

/**
 * Makes the people of a replay: all players with a line before the day, and the day's starters, with the club
 * of their last game.
 * @returns the people, and their indices by the source's id
 */
function replayPeople(log: SeasonLog, date: string): { people: Person[]; indexOf: Map<string, number> } {
  const gameOf = new Map(log.games.map((game) => [game.id, game]))
  const clubOf = new Map<string, { date: string; code: string }>()
  const recordClub = (personId: string, gameId: string, home: boolean, day: string) => {
    const game = gameOf.get(gameId)
    const latest = clubOf.get(personId)
    if (game && (!latest || latest.date <= day))
      clubOf.set(personId, { date: day, code: home ? game.home : game.away })
  }
  for (const line of [...log.batting, ...log.pitching])
    recordClub(line.personId, line.gameId, line.home, line.date)
  const starters = new Set<string>()
  for (const game of log.games.filter((each) => each.date === date)) {
    for (const [id, home] of [
      [game.homeStarter, true],
      [game.awayStarter, false],
    ] as const) {
      if (id === '') continue
      starters.add(id)
      recordClub(id, game.id, home, date)
    }
  }
  const ids = [...clubOf.keys()].toSorted()
  const position = positions(log, starters)
  const people = ids.map((id, index): Person => {
    const record = log.people.get(id)
    const teamId = requireTeamId(clubOf.get(id)?.code ?? '')
    const fullName = record?.name ?? id
    return {
      id: record?.mlbamId ?? FIRST_UNKNOWN_ID + index,
      fullName,
      ...nameParts(fullName),
      ...(record?.bats ? { bats: record.bats } : {}),
      ...(record?.throws ? { throws: record.throws } : {}),
      position: position.get(id) ?? 'X',
      teamId,
      status: 'active',
    }
  })
  return { people, indexOf: new Map(ids.map((id, index) => [id, index])) }
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const dayLabel = (date: string): string =>
  `Season ${date.slice(0, 4)} · ${MONTHS[Number(date.slice(5, 7)) - 1]} ${Number(date.slice(8))}`

/** The label of a replayed day. At most 80 characters, which `dataSourceSchema` accepts. */
export const replayLabel = (date: string, startsAssumed: boolean): string =>
  [
    dayLabel(date),
    startsAssumed ? 'lines priced by Propsight' : 'lines priced by Propsight from that morning',
    ...(startsAssumed ? ['start times assumed'] : []),
  ].join(' · ')

/** The world of a day of other sports: clubs and parks without players and games. */
function emptyWorld(date: string): World {
  const season = Number(date.slice(0, 4))
  return {
    label: dayLabel(date),
    day: date,
    season,
    clubs: listClubs(season),
    parks: replayParks([]).parks,
    people: [],
    games: [],
    batting: new LineTable(BATTING.length),
    pitching: new LineTable(PITCHING.length),
    matchups: null,
    transactions: [],
    lines: [],
    props: [],
    hands: false,
    missingFields: { hitting: [], pitching: [] },
    blanks: [],
    assumptions: [],
  }
}

/**
 * Makes the world of a real season on the morning of a day: logs and results up to the day before, the day's
 * games with their starters, and lines priced from the data of that morning. It contains no later data.
 * A folder of another sport makes a world without players and games.
 * @param date the day, `YYYY-MM-DD`
 * @throws ReplayError for a folder, file, line or day that cannot be replayed
 */
export function makeReplayWorld(dir: string, date: string): World {
  if (isOtherSport(dir)) return emptyWorld(date)
  const season = Number(date.slice(0, 4))
  const log = readSeasonFolder(dir, date)
  checkClubs(log)
  const games = log.games.filter((game) => game.date.startsWith(`${season}-`))
  if (games.length === 0) throw new ReplayError(`${dir}: has no games of ${season} up to ${date}`)
  // A day off within the season has an empty schedule. A day after the last game is an error.
  if (date > log.lastDay) {
    throw new ReplayError(`${dir}: no games on ${date} or later; the last day is ${log.lastDay}`)
  }
  const parks = replayParks(games)
  const clubs = listClubs(season)
  const { people, indexOf } = replayPeople(log, date)
  const { batting, pitching, order, missingFields } = buildTables(log, indexOf, date)
  const played = replayGames({
    games: order,
    clubs,
    parks,
    people,
    indexOf,
    batting,
    pitching,
    runs: clubRuns(log),
    file: log.files.games,
    date,
  })
  const { talents, rates } = estimateRates(people, batting, pitching)
  const today = played.filter((game) => game.date === date)
  const squads = new Map<number, Pair<Squad>>()
  for (const game of today) {
    const squad = (teamId: number, starterId: number | undefined) => {
      const starter = people.findIndex(({ id }) => id === starterId)
      return starter < 0 ? null : expectedSquad({ people, games: played, batting, pitching }, teamId, starter)
    }
    const away = squad(game.awayId, game.probables?.away)
    const home = squad(game.homeId, game.probables?.home)
    if (away && home) squads.set(game.pk, { away, home })
  }
  const { lines } = priceBoard({
    seed: `replay|${date}`,
    talents,
    rates,
    parks: new Map(parks.parks.map((park) => [park.id, parkMultipliers(park.factors)])),
    games: today,
    squads,
    people,
  })
  const withoutStart = games.filter((game) => game.date === date && game.startTime === '').length
  const assumedStarts =
    withoutStart === 0
      ? []
      : [
          `${log.files.games}: no start time for ${withoutStart} of ${today.length} games of ${date}; 7:05 PM is assumed, and 1:05 PM for the first game of a doubleheader`,
        ]
  return {
    label: replayLabel(date, withoutStart > 0),
    day: date,
    season,
    clubs,
    parks: parks.parks,
    people,
    games: played,
    batting,
    pitching,
    matchups: null,
    transactions: [],
    lines,
    props: [],
    hands: false,
    missingFields,
    blanks: log.blanks,
    assumptions: [...log.suspended, ...assumedStarts],
  }
}
