import type { Person } from '../../world/entities.ts'
import { MATCHUP_FIELDS } from '../../world/matchup-table.ts'
import { BATTING } from '../../world/stat-fields.ts'
import { badRequest } from '../answer.ts'
import type { LeagueIndex } from '../league-index.ts'
import { personRef } from './person.ts'
import { hittingStat } from './stat-groups.ts'
import { teamRef } from './team.ts'

const MATCHUP_TYPES = ['vsPlayer', 'vsPlayerTotal'] as const
type MatchupType = (typeof MATCHUP_TYPES)[number]

/** Whether a type of stats compares a batter with a pitcher. */
export const isMatchupType = (type: string): type is MatchupType => MATCHUP_TYPES.some((one) => one === type)

/**
 * Fields that the table of batters against pitchers lacks. They are left out, because a zero would be wrong.
 */
const MISSING_FIELDS = [
  ...BATTING.filter((_, field) => !MATCHUP_FIELDS.includes(field)),
  ...['catchersInterference', 'stolenBasePercentage', 'groundOutsToAirouts'],
]

const statAgainst = (games: readonly (readonly number[])[]) => {
  const counts = BATTING.map((_, field) => games.reduce((sum, game) => sum + (game[field] ?? 0), 0))
  const stat = hittingStat(counts, games.length)
  for (const field of MISSING_FIELDS) delete stat[field]
  return stat
}

/**
 * Stats of a batter against a pitcher: the total (`vsPlayerTotal`), and for `vsPlayer` also one split per
 * season. They are as of the day's morning; games of today count from tomorrow on. The blocks of a pair that
 * never met are empty. Without a table of batters against pitchers there are no blocks.
 * @throws ServiceError 400 without an opposingPlayerId player
 */
export function matchupBlocks(
  index: LeagueIndex,
  person: Person,
  type: MatchupType,
  opposingPlayerId: number | null,
): object[] {
  if (opposingPlayerId === null) throw badRequest('Invalid Request with value: opposingPlayerId=')
  const { matchups, games } = index.world
  if (!matchups) return []
  const opponent = index.people.get(opposingPlayerId)
  const batter = index.personIndex.get(person.id)
  const pitcher = index.personIndex.get(opposingPlayerId)
  const meetings =
    batter === undefined || pitcher === undefined
      ? []
      : [...matchups.countsByGame(batter, pitcher)].flatMap(([at, counts]) => {
          const game = games[at]
          return game?.result ? [{ season: game.season, counts }] : []
        })
  const pair = {
    ...(opponent ? { opponent: teamRef(index.club(opponent.teamId)), pitcher: personRef(opponent) } : {}),
    team: teamRef(index.club(person.teamId)),
    batter: personRef(person),
    gameType: 'R',
  }
  const bySeason = [...Map.groupBy(meetings, ({ season }) => season)]
    .toSorted(([a], [b]) => a - b)
    .map(([season, games]) => ({
      season: String(season),
      stat: statAgainst(games.map(({ counts }) => counts)),
      ...pair,
    }))
  const total =
    meetings.length > 0 ? [{ stat: statAgainst(meetings.map(({ counts }) => counts)), ...pair }] : []
  const block = (name: MatchupType, splits: object[]) => ({
    type: { displayName: name },
    group: { displayName: 'hitting' },
    exemptions: [],
    splits,
  })
  return [block('vsPlayerTotal', total), ...(type === 'vsPlayer' ? [block('vsPlayer', bySeason)] : [])]
}
