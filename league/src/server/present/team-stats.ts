import type { LeagueIndex } from '../league-index.ts'
import { type Group, statOf } from './stat-group.ts'
import { teamRef } from './team.ts'

interface ClubSum {
  readonly counts: number[]
  readonly games: Set<number>
}

/** Sums of a season by club. */
const clubSums = (index: LeagueIndex, group: Group, season: number): Map<number, ClubSum> => {
  const hitting = group === 'hitting'
  const table = hitting ? index.world.batting : index.world.pitching
  const sums = new Map<number, ClubSum>()
  for (const [game, lines] of (hitting ? index.batting : index.pitching).game) {
    if (index.world.games[game]?.season !== season) continue
    for (const line of lines) {
      const { teamId } = table.key(line)
      const sum = sums.get(teamId) ?? {
        counts: new Array<number>(table.fieldCount).fill(0),
        games: new Set<number>(),
      }
      table.addTo(sum.counts, line)
      sum.games.add(game)
      sums.set(teamId, sum)
    }
  }
  return sums
}

/** What a league's clubs did in a season, one split a club; a season without games has no block. */
function teamStats(index: LeagueIndex, group: Group, season: number): object[] {
  const sums = clubSums(index, group, season)
  if (sums.size === 0) return []
  const write = statOf(index, group)
  const splits = index.world.clubs.flatMap((club) => {
    const sum = sums.get(club.id)
    return sum
      ? [{ season: String(season), stat: write(sum.counts, sum.games.size), team: teamRef(club) }]
      : []
  })
  const labels = { type: { displayName: 'season' }, group: { displayName: group } }
  return [{ ...labels, totalSplits: splits.length, exemptions: [], splits }]
}

/** `teamStats`, kept per league: all lines of the season are added up for it. */
export const createTeamStats = () => {
  let of: LeagueIndex | undefined
  const known = new Map<string, object[]>()
  return (index: LeagueIndex, group: Group, season: number): object[] => {
    if (of !== index) known.clear()
    of = index
    const key = `${group}:${season}`
    const blocks = known.get(key) ?? teamStats(index, group, season)
    known.set(key, blocks)
    return blocks
  }
}
