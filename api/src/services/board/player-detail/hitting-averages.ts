import type { HittingAverages, VsPitcher } from '@propsight/shared/contracts'
import { countOf, type StatLine } from '../../../sources/stats/format/stat-line.ts'
import { averageText, NO_AVERAGE, toldRate } from './rates.ts'

/** Bases of a line: told, or from its hits; undefined where neither is there. */
function totalBases(line: StatLine): number | undefined {
  const told = countOf(line, 'totalBases')
  if (told !== undefined) return told
  const [hits, doubles, triples, homeRuns] = ['hits', 'doubles', 'triples', 'homeRuns'].map((name) =>
    countOf(line, name),
  )
  if (hits === undefined || doubles === undefined || triples === undefined || homeRuns === undefined)
    return undefined
  return hits + doubles + 2 * triples + 3 * homeRuns
}

/**
 * On-base and slugging of a line by the rules' definitions (Official Baseball Rules 9.21): those who were hit and
 * sacrifice flies count as none where a source does not tell them.
 */
function computedRates(line: StatLine, { atBats, hits, baseOnBalls }: Record<string, number>) {
  const [ab = 0, h = 0, walks = 0] = [atBats, hits, baseOnBalls]
  const hit = countOf(line, 'hitByPitch') ?? 0
  const chances = ab + walks + hit + (countOf(line, 'sacFlies') ?? 0)
  const bases = totalBases(line)
  const onBase = chances > 0 ? (h + walks + hit) / chances : 0
  // Who came up and had no at-bat is written as .000, not as one who never came up (recorded).
  const perAtBat = (count: number) => (ab === 0 && chances > 0 ? '.000' : averageText(count, ab))
  return {
    avg: perAtBat(h),
    obp: averageText(h + walks + hit, chances),
    slg: bases === undefined ? NO_AVERAGE : perAtBat(bases),
    ops: bases === undefined || chances === 0 ? NO_AVERAGE : averageText(onBase + bases / Math.max(1, ab), 1),
  }
}

/**
 * One row of the hitting averages: rates as the league writes them, from the counts where it writes none.
 * @returns null for no line, and for one without the counts
 */
export function hittingAverages(line: StatLine | null): HittingAverages | null {
  if (!line) return null
  const [atBats, hits, homeRuns, rbi, baseOnBalls] = ['atBats', 'hits', 'homeRuns', 'rbi', 'baseOnBalls'].map(
    (name) => countOf(line, name),
  )
  if (atBats === undefined || hits === undefined || baseOnBalls === undefined) return null
  if (homeRuns === undefined || rbi === undefined) return null
  const computed = computedRates(line, { atBats, hits, baseOnBalls })
  return {
    ...{ atBats, hits, homeRuns, rbi, baseOnBalls },
    avg: toldRate(line, 'avg') ?? computed.avg,
    obp: toldRate(line, 'obp') ?? computed.obp,
    slg: toldRate(line, 'slg') ?? computed.slg,
    ops: toldRate(line, 'ops') ?? computed.ops,
  }
}

/** What a batter did against one pitcher; null for a line without the counts. */
export function vsPitcherRow(line: StatLine): VsPitcher | null {
  const [atBats, hits, homeRuns, baseOnBalls, strikeOuts] = [
    ...['atBats', 'hits', 'homeRuns', 'baseOnBalls', 'strikeOuts'],
  ].map((name) => countOf(line, name))
  if (atBats === undefined || hits === undefined || homeRuns === undefined) return null
  if (baseOnBalls === undefined || strikeOuts === undefined) return null
  const avg = toldRate(line, 'avg') ?? averageText(hits, atBats)
  return { atBats, hits, homeRuns, baseOnBalls, strikeOuts, avg }
}
