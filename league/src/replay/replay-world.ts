import { priceBoard } from '../pricing/price-board.ts'
import type { Squad } from '../sample/game-state.ts'
import { parkMultipliers } from '../sample/plate-appearance.ts'
import type { Pair } from '../world/entities.ts'
import type { World } from '../world/world.ts'
import { checkClubs, listClubs } from './club-codes.ts'
import { clubRuns } from './club-runs.ts'
import { estimateRates, expectedSquad } from './estimates.ts'
import { readSeasonFolder } from './read-folder.ts'
import { buildTables, replayGames } from './replay-games.ts'
import { replayParks } from './replay-parks.ts'
import { replayPeople } from './replay-people.ts'
import { ReplayError } from './season-log.ts'

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

/** The label of a replayed day. At most 80 characters, which `dataSourceSchema` accepts. */
export const replayLabel = (date: string, startsAssumed: boolean): string =>
  [
    `Season ${date.slice(0, 4)}`,
    `${MONTHS[Number(date.slice(5, 7)) - 1]} ${Number(date.slice(8))}`,
    startsAssumed ? 'lines priced by Propsight' : 'lines priced by Propsight from that morning',
    ...(startsAssumed ? ['start times assumed'] : []),
  ].join(' · ')

/**
 * Makes the world of a real season on the morning of a day: logs and results up to the day before, the day's
 * games with their starters, and lines priced from the data of that morning. It contains no later data.
 * @param date the day, `YYYY-MM-DD`
 * @throws ReplayError for a folder, file, line or day that cannot be replayed
 */
export function makeReplayWorld(dir: string, date: string): World {
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
