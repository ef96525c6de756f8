import type { Person } from '../../world/entities.ts'
import type { LineTable } from '../../world/line-table.ts'
import { BAT, BATTING, PIT, PITCHING } from '../../world/stat-fields.ts'
import type { LeagueIndex } from '../league-index.ts'

/** A rate with three digits, such as '.305' or '1.000'; `none` if `whole` is 0. */
export const average = (part: number, whole: number, none = '.000'): string =>
  whole === 0 ? none : (part / whole).toFixed(3).replace(/^0\./, '.')

/** A ratio with two digits, such as '2.33'; `none` if `whole` is 0. */
export const ratio = (part: number, whole: number, none = '-.--'): string =>
  whole === 0 ? none : (part / whole).toFixed(2)

/** Innings in the service's format: 17 outs are '5.2'. */
export const inningsText = (outs: number): string => `${Math.floor(outs / 3)}.${outs % 3}`

type Counts = ArrayLike<number>
const countAt = (counts: Counts, field: number): number => counts[field] ?? 0

/**
 * The service's hitting stats from counts by column. Rates are computed from `rates`: in a game log these are
 * the counts of the season up to that game.
 */
export function hittingStat(counts: Counts, gamesPlayed: number, rates: Counts = counts) {
  const totalBases = bases(counts)
  const atBats = countAt(rates, BAT.atBats)
  const hits = countAt(rates, BAT.hits)
  const homeRuns = countAt(rates, BAT.homeRuns)
  const onBase = hits + countAt(rates, BAT.baseOnBalls) + countAt(rates, BAT.hitByPitch)
  const chances =
    atBats + countAt(rates, BAT.baseOnBalls) + countAt(rates, BAT.hitByPitch) + countAt(rates, BAT.sacFlies)
  const balls = atBats - countAt(rates, BAT.strikeOuts) - homeRuns + countAt(rates, BAT.sacFlies)
  const slugging = atBats === 0 ? 0 : bases(rates) / atBats
  const getOn = chances === 0 ? 0 : onBase / chances
  const attempts = countAt(rates, BAT.stolenBases) + countAt(rates, BAT.caughtStealing)
  const stat: Record<string, number | string> = { gamesPlayed }
  for (let field = 0; field < BATTING.length; field++) stat[BATTING[field] ?? ''] = countAt(counts, field)
  stat.totalBases = totalBases
  stat.catchersInterference = 0
  stat.avg = average(hits, atBats)
  stat.obp = average(onBase, chances)
  stat.slg = average(bases(rates), atBats)
  stat.ops = average(getOn + slugging, 1)
  stat.stolenBasePercentage = average(countAt(rates, BAT.stolenBases), attempts, '.---')
  stat.babip = average(hits - homeRuns, balls, '.---')
  stat.groundOutsToAirouts = ratio(countAt(rates, BAT.groundOuts), countAt(rates, BAT.airOuts))
  stat.atBatsPerHomeRun = ratio(atBats, homeRuns)
  return stat
}

const bases = (counts: Counts): number =>
  countAt(counts, BAT.hits) +
  countAt(counts, BAT.doubles) +
  2 * countAt(counts, BAT.triples) +
  3 * countAt(counts, BAT.homeRuns)

type PitchingCounts = ArrayLike<number>
const pitchingCountAt = (counts: PitchingCounts, field: number): number => counts[field] ?? 0

/** The service's pitching stats from counts by column; rates are computed from `rates`, see `hittingStat`. */
export function pitchingStat(counts: PitchingCounts, gamesPlayed: number, rates: PitchingCounts = counts) {
  const outs = pitchingCountAt(rates, PIT.outs)
  const per9 = (field: number) => ratio(pitchingCountAt(rates, field) * 27, outs)
  const atBats = pitchingCountAt(rates, PIT.atBats)
  const hits = pitchingCountAt(rates, PIT.hits)
  const onBase = hits + pitchingCountAt(rates, PIT.baseOnBalls) + pitchingCountAt(rates, PIT.hitBatsmen)
  const chances =
    atBats +
    pitchingCountAt(rates, PIT.baseOnBalls) +
    pitchingCountAt(rates, PIT.hitBatsmen) +
    pitchingCountAt(rates, PIT.sacFlies)
  const bases =
    hits +
    pitchingCountAt(rates, PIT.doubles) +
    2 * pitchingCountAt(rates, PIT.triples) +
    3 * pitchingCountAt(rates, PIT.homeRuns)
  const decisions = pitchingCountAt(rates, PIT.wins) + pitchingCountAt(rates, PIT.losses)
  const steals = pitchingCountAt(rates, PIT.stolenBases)
  const stat: Record<string, number | string> = { gamesPlayed, gamesPitched: gamesPlayed }
  for (let field = 0; field < PITCHING.length; field++)
    stat[PITCHING[field] ?? ''] = pitchingCountAt(counts, field)
  stat.hitByPitch = pitchingCountAt(counts, PIT.hitBatsmen)
  stat.inningsPitched = inningsText(pitchingCountAt(counts, PIT.outs))
  stat.balls = pitchingCountAt(counts, PIT.numberOfPitches) - pitchingCountAt(counts, PIT.strikes)
  stat.era = per9(PIT.earnedRuns)
  stat.whip = ratio((hits + pitchingCountAt(rates, PIT.baseOnBalls)) * 3, outs, '-')
  stat.avg = average(hits, atBats)
  stat.obp = average(onBase, chances)
  stat.slg = average(bases, atBats)
  stat.ops = average((chances === 0 ? 0 : onBase / chances) + (atBats === 0 ? 0 : bases / atBats), 1)
  stat.stolenBasePercentage = average(steals, steals + pitchingCountAt(rates, PIT.caughtStealing), '.---')
  stat.strikePercentage = average(
    pitchingCountAt(rates, PIT.strikes),
    pitchingCountAt(rates, PIT.numberOfPitches),
    '-.--',
  )
  stat.groundOutsToAirouts = ratio(
    pitchingCountAt(rates, PIT.groundOuts),
    pitchingCountAt(rates, PIT.airOuts),
  )
  stat.winPercentage = average(pitchingCountAt(rates, PIT.wins), decisions, '.---')
  stat.pitchesPerInning = ratio(pitchingCountAt(rates, PIT.numberOfPitches) * 3, outs)
  stat.strikeoutWalkRatio = ratio(
    pitchingCountAt(rates, PIT.strikeOuts),
    pitchingCountAt(rates, PIT.baseOnBalls),
  )
  stat.strikeoutsPer9Inn = per9(PIT.strikeOuts)
  stat.walksPer9Inn = per9(PIT.baseOnBalls)
  stat.hitsPer9Inn = per9(PIT.hits)
  stat.runsScoredPer9 = per9(PIT.runs)
  stat.homeRunsPer9 = per9(PIT.homeRuns)
  return stat
}

export const GROUPS = ['hitting', 'pitching'] as const
export type Group = (typeof GROUPS)[number]

/** A person's lines of one group, and the function that converts a sum of them to the service's format. */
export interface GroupAccess {
  readonly group: Group
  readonly table: LineTable
  readonly lines: readonly number[]
  readonly stat: typeof hittingStat
}

/** Texts of rates that were computed from an unknown count. */
const isUnknown = (value: number | string | undefined): boolean =>
  Number.isNaN(value) || (typeof value === 'string' && value.includes('NaN'))

/**
 * The function that converts counts of a group to the service's format, without fields that the source does
 * not count, in all lines or in one of those that were summed.
 */
export function buildStat(index: LeagueIndex, group: Group): typeof hittingStat {
  const write = group === 'hitting' ? hittingStat : pitchingStat
  const missingFields = index.world.missingFields[group]
  // A source that lacks no column may still lack single counts.
  if (missingFields.length === 0 && index.world.blanks.length === 0) return write
  return (...counts) => {
    const stat = write(...counts)
    for (const field of missingFields) delete stat[field]
    for (const field in stat) if (isUnknown(stat[field])) delete stat[field]
    return stat
  }
}

/** A person's lines of one season in one group, oldest first, because the tables are in the order of play. */
export function groupLines(index: LeagueIndex, person: Person, group: Group, season: number): GroupAccess {
  const table = group === 'hitting' ? index.world.batting : index.world.pitching
  const access = group === 'hitting' ? index.batting : index.pitching
  const all = access.person.get(index.personIndex.get(person.id) ?? -1) ?? []
  const lines = all.filter((line) => index.world.games[table.key(line).game]?.season === season)
  return { group, table, lines, stat: buildStat(index, group) }
}

/** Sums lines by column. */
export function sumLines(
  access: GroupAccess,
  lines: readonly number[],
  side: 'all' | 'left' | 'right' = 'all',
): number[] {
  const into = new Array<number>(access.table.fieldCount).fill(0)
  for (const line of lines) access.table.addTo(into, line, side)
  return into
}

/** The default of the parameter `group`: pitching for pitchers, hitting for all other players. */
export const defaultGroup = (person: Person): Group => (person.position === '1' ? 'pitching' : 'hitting')
