import { BAT } from '../../world/stat-fields.ts'
import type { LeagueIndex } from '../league-index.ts'
import { buildStat, type Group } from './stat-groups.ts'
import { teamRef } from './team.ts'

interface ClubSum {
  readonly counts: number[]
  readonly games: Set<number>
}

/** A range of league days, both ends included. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

/**
 * Sums of a season, or of a range of its days, by club.
 * @param by the club of a sum: that of the line, or its opponent
 */
const clubSums = (
  index: LeagueIndex,
  group: Group,
  season: number,
  range: DayRange | null,
  by: 'club' | 'opponent' = 'club',
): Map<number, ClubSum> => {
  const hitting = group === 'hitting'
  const table = hitting ? index.world.batting : index.world.pitching
  const sums = new Map<number, ClubSum>()
  for (const [game, lines] of (hitting ? index.batting : index.pitching).game) {
    const played = index.world.games[game]
    if (played?.season !== season) continue
    if (range && (played.date < range.from || played.date > range.to)) continue
    for (const line of lines) {
      const { teamId, home } = table.key(line)
      const opponentId = home ? played.awayId : played.homeId
      const clubId = by === 'club' ? teamId : opponentId
      const sum = sums.get(clubId) ?? {
        counts: new Array<number>(table.fieldCount).fill(0),
        games: new Set<number>(),
      }
      table.addTo(sum.counts, line)
      sum.games.add(game)
      sums.set(clubId, sum)
    }
  }
  return sums
}

/** Counts of pitchers that are also those of the batters whom they faced. */
const FACED = ['doubles', 'triples', 'stolenBases'] as const

/**
 * The counts of a club's pitchers that the lines of a replay's pitchers lack, from those of the batters whom they faced.
 */
function facedCounts(
  index: LeagueIndex,
  season: number,
  range: DayRange | null,
): (clubId: number) => Readonly<Record<string, number>> {
  const missing = FACED.filter((field) => index.world.missingFields.pitching.includes(field))
  if (missing.length === 0) return () => ({})
  const faced = clubSums(index, 'hitting', season, range, 'opponent')
  return (clubId) => {
    const counts = missing.map(
      (field) => [field, faced.get(clubId)?.counts[BAT[field]] ?? Number.NaN] as const,
    )
    return Object.fromEntries(counts.filter(([, count]) => Number.isFinite(count)))
  }
}

/**
 * The stats of all clubs in a season or a range of its days, one split per club; without games there is no
 * block.
 */
function teamStats(index: LeagueIndex, group: Group, season: number, range: DayRange | null): object[] {
  const sums = clubSums(index, group, season, range)
  if (sums.size === 0) return []
  const write = buildStat(index, group)
  const facedBy = group === 'pitching' ? facedCounts(index, season, range) : () => ({})
  const splits = index.world.clubs.flatMap((club) => {
    const sum = sums.get(club.id)
    if (!sum) return []
    const stat = { ...write(sum.counts, sum.games.size), ...facedBy(club.id) }
    return [{ season: String(season), stat, team: teamRef(club) }]
  })
  const labels = { type: { displayName: range ? 'byDateRange' : 'season' }, group: { displayName: group } }
  return [{ ...labels, totalSplits: splits.length, exemptions: [], splits }]
}

/** `teamStats` with a cache of whole seasons per index, because a season sums all lines. */
export const createTeamStats = () => {
  let cachedIndex: LeagueIndex | undefined
  const seasons = new Map<string, object[]>()
  return (index: LeagueIndex, group: Group, season: number, range: DayRange | null): object[] => {
    if (range) return teamStats(index, group, season, range)
    if (cachedIndex !== index) seasons.clear()
    cachedIndex = index
    const key = `${group}:${season}`
    const blocks = seasons.get(key) ?? teamStats(index, group, season, null)
    seasons.set(key, blocks)
    return blocks
  }
}
