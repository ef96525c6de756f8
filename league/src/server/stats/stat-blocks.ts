import type { Person } from '../../world/entities.ts'
import { type Game, scoreOf } from '../../world/entities.ts'
import { MATCHUP_FIELDS } from '../../world/matchup-table.ts'
import { BATTING } from '../../world/stat-fields.ts'
import { badRequest, notFound } from '../answer.ts'
import type { LeagueIndex } from '../league-index.ts'
import { personRef, positionPlayed } from './person.ts'
import { type Group, groupLines, hittingStat, sumLines } from './stat-groups.ts'
import { leagueRef, SPORT_REF, teamRef } from './team.ts'

const MATCHUP_TYPES = ['vsPlayer', 'vsPlayerTotal'] as const
type MatchupType = (typeof MATCHUP_TYPES)[number]

/** Whether a type of stats compares a batter with a pitcher. */
const isMatchupType = (type: string): type is MatchupType => MATCHUP_TYPES.some((one) => one === type)

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
function matchupBlocks(
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

/**
 * A person's game log: one split per game with a first pitch, oldest first. Counts are those of the game;
 * rates are those of the season up to and including it.
 */
export function gameLogSplits(index: LeagueIndex, person: Person, group: Group, season: number) {
  const access = groupLines(index, person, group, season)
  const soFar = new Array<number>(access.table.fieldCount).fill(0)
  return access.lines.flatMap((line) => {
    const key = access.table.key(line)
    const game = index.world.games[key.game]
    const score = game && scoreOf(game)
    if (!game || !score) return []
    access.table.addTo(soFar, line)
    const club = index.club(key.teamId)
    const opponent = index.club(key.home ? game.awayId : game.homeId)
    const { away, home } = score.total
    return [
      {
        season: String(season),
        stat: access.stat(sumLines(access, [line]), 1, soFar),
        team: teamRef(club),
        player: personRef(person),
        opponent: teamRef(opponent),
        league: leagueRef(club),
        sport: SPORT_REF,
        gameType: 'R',
        date: game.date,
        isHome: key.home,
        isWin: key.home ? home.runs > away.runs : away.runs > home.runs,
        positionsPlayed: [positionPlayed(key.position)],
        game: {
          gamePk: game.pk,
          link: `/api/v1.1/game/${game.pk}/feed/live`,
          content: { link: `/api/v1/game/${game.pk}/content` },
          gameNumber: game.gameNumber,
          dayNight: game.dayNight,
        },
      },
    ]
  })
}

/**
 * A person's season: one split. For a player with two or more clubs, a total without a team, then one split
 * per club.
 */
export function seasonSplits(index: LeagueIndex, person: Person, group: Group, season: number) {
  const access = groupLines(index, person, group, season)
  if (access.lines.length === 0) return []
  const byTeam = Map.groupBy(access.lines, (line) => access.table.key(line).teamId)
  const common = { player: personRef(person), sport: SPORT_REF, gameType: 'R' }
  const split = (lines: readonly number[]) => ({
    season: String(season),
    stat: access.stat(sumLines(access, lines), lines.length),
  })
  const teams = [...byTeam].map(([teamId, lines]) => {
    const club = index.club(teamId)
    return { ...split(lines), team: teamRef(club), ...common, league: leagueRef(club) }
  })
  return teams.length === 1
    ? teams
    : [{ ...split(access.lines), ...common, numTeams: teams.length }, ...teams]
}

interface Situation {
  readonly code: string
  readonly description: string
  readonly sortOrder: number
  readonly side?: 'left' | 'right'
  readonly includes?: (game: Game, home: boolean) => boolean
}

/** The situation codes that this league supports. */
const SITUATIONS: readonly Situation[] = [
  { code: 'h', description: 'Home Games', sortOrder: 1, includes: (_game, home) => home },
  { code: 'a', description: 'Away Games', sortOrder: 2, includes: (_game, home) => !home },
  { code: 'd', description: 'Day Games', sortOrder: 3, includes: ({ dayNight }) => dayNight === 'day' },
  { code: 'n', description: 'Night Games', sortOrder: 4, includes: ({ dayNight }) => dayNight === 'night' },
  { code: 'vl', description: 'vs Left', sortOrder: 11, side: 'left' },
  { code: 'vr', description: 'vs Right', sortOrder: 12, side: 'right' },
]

/**
 * A person's season by situation. A replay has no counts by hand, so `vl` and `vr` have no split there.
 * @param codes requested situation codes; unknown ones have no split
 */
export function situationSplits(
  index: LeagueIndex,
  person: Person,
  group: Group,
  season: number,
  codes: readonly string[],
) {
  const access = groupLines(index, person, group, season)
  return SITUATIONS.filter(({ code }) => codes.includes(code)).flatMap(
    ({ code, description, sortOrder, side, includes }) => {
      if (side && !index.world.hands) return []
      const lines = includes
        ? access.lines.filter((line) => {
            const { game, home } = access.table.key(line)
            const played = index.world.games[game]
            return played !== undefined && includes(played, home)
          })
        : access.lines
      if (lines.length === 0) return []
      return [
        {
          season: String(season),
          stat: access.stat(sumLines(access, lines, side), lines.length),
          team: teamRef(index.club(person.teamId)),
          player: personRef(person),
          gameType: 'R',
          split: { code, description, sortOrder },
        },
      ]
    },
  )
}

/** The parameters of the path `stats` and of `hydrate=stats(…)`. */
export interface StatsRequest {
  readonly types: readonly string[]
  readonly groups: readonly Group[]
  readonly season: number
  readonly sitCodes: readonly string[]
  /** Id of the pitcher for `vsPlayer`; null if the request has none. */
  readonly opposingPlayerId: number | null
  /** Whether regular-season games are requested; other game types have no stats here. */
  readonly regular: boolean
}

const TYPES = new Set(['season', 'gameLog', 'statSplits', 'vsPlayer', 'vsPlayerTotal'])

const buildSplits = (
  index: LeagueIndex,
  person: Person,
  group: Group,
  type: string,
  { season, sitCodes }: StatsRequest,
): object[] => {
  switch (type) {
    case 'gameLog':
      return gameLogSplits(index, person, group, season)
    case 'season':
      return seasonSplits(index, person, group, season)
    default:
      return situationSplits(index, person, group, season, sitCodes)
  }
}

/**
 * Blocks of stats, one per type and group. As in the service, a group without games is left out, and
 * `statSplits` without situation codes has no block.
 * @throws ServiceError 404 for an unknown type
 */
export function statBlocks(index: LeagueIndex, person: Person, request: StatsRequest) {
  if (request.types.some((type) => !TYPES.has(type))) throw notFound()
  return request.types.flatMap((type) =>
    request.groups.flatMap((group): object[] => {
      if (isMatchupType(type)) {
        return request.regular && group === 'hitting'
          ? matchupBlocks(index, person, type, request.opposingPlayerId)
          : []
      }
      if (!request.regular || (type === 'statSplits' && request.sitCodes.length === 0)) return []
      const splits = buildSplits(index, person, group, type, request)
      if (splits.length === 0 && type !== 'statSplits') return []
      return [{ type: { displayName: type }, group: { displayName: group }, exemptions: [], splits }]
    }),
  )
}
