import { MEETING_FIELDS } from '../../world/matchup-table.ts'
import type { Person } from '../../world/person.ts'
import { BATTING } from '../../world/stat-fields.ts'
import type { LeagueIndex } from '../league-index.ts'
import { badRequest } from '../service-error.ts'
import { hittingStat } from '../present/hitting-stat.ts'
import { personRef } from './person.ts'
import { teamRef } from './team.ts'

const MEETINGS = ['vsPlayer', 'vsPlayerTotal'] as const
type Meeting = (typeof MEETINGS)[number]

/** Whether a type of stats compares a batter with a pitcher. */
export const isMeeting = (type: string): type is Meeting => MEETINGS.some((one) => one === type)

/**
 * Fields that the table of batters against pitchers lacks. They are left out, because a zero would be wrong.
 */
const UNTOLD = [
  ...BATTING.filter((_, field) => !MEETING_FIELDS.includes(field)),
  ...['catchersInterference', 'stolenBasePercentage', 'groundOutsToAirouts'],
]

const statOf = (games: readonly (readonly number[])[]) => {
  const counts = BATTING.map((_, field) => games.reduce((sum, game) => sum + (game[field] ?? 0), 0))
  const stat = hittingStat(counts, games.length)
  for (const field of UNTOLD) delete stat[field]
  return stat
}

/**
 * Stats of a batter against a pitcher: the total (`vsPlayerTotal`), and for `vsPlayer` also one split per
 * season. They are as of the day's morning; games of today count from tomorrow on. The blocks of a pair that
 * never met are empty. Without a table of batters against pitchers there are no blocks.
 * @throws ServiceError 400 without an opposing player
 */
export function meetingBlocks(
  index: LeagueIndex,
  person: Person,
  type: Meeting,
  opposing: number | null,
): object[] {
  if (opposing === null) throw badRequest('Invalid Request with value: opposingPlayerId=')
  const { meetings, games } = index.world
  if (!meetings) return []
  const opponent = index.people.get(opposing)
  const [batter, pitcher] = [index.personIndex.get(person.id), index.personIndex.get(opposing)]
  const met =
    batter === undefined || pitcher === undefined
      ? []
      : [...meetings.between(batter, pitcher)].flatMap(([at, counts]) => {
          const game = games[at]
          return game?.result ? [{ season: game.season, counts }] : []
        })
  const pair = {
    ...(opponent ? { opponent: teamRef(index.club(opponent.teamId)), pitcher: personRef(opponent) } : {}),
    team: teamRef(index.club(person.teamId)),
    batter: personRef(person),
    gameType: 'R',
  }
  const bySeason = [...Map.groupBy(met, ({ season }) => season)]
    .toSorted(([a], [b]) => a - b)
    .map(([season, games]) => ({
      season: String(season),
      stat: statOf(games.map(({ counts }) => counts)),
      ...pair,
    }))
  const total = met.length > 0 ? [{ stat: statOf(met.map(({ counts }) => counts)), ...pair }] : []
  const block = (name: Meeting, splits: object[]) => ({
    type: { displayName: name },
    group: { displayName: 'hitting' },
    exemptions: [],
    splits,
  })
  return [block('vsPlayerTotal', total), ...(type === 'vsPlayer' ? [block('vsPlayer', bySeason)] : [])]
}
