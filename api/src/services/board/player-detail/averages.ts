import type { HittingAverages, VsPitcher } from '@propsight/shared/contracts'
import { countOf, type StatLine } from '../../../sources/stats/format/stat-line.ts'
import { averageText, NO_AVERAGE, toldRate } from './rates.ts'

/** Total bases of a stat line: as given, or computed from its hits; undefined without both. */
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
 * Computes the rates of a stat line by the definitions of the Official Baseball Rules, 9.21. Missing counts
 * of hit by pitch and sacrifice flies are taken as zero.
 */
function computedRates(line: StatLine, { atBats, hits, baseOnBalls }: Record<string, number>) {
  const [ab = 0, h = 0, walks = 0] = [atBats, hits, baseOnBalls]
  const hit = countOf(line, 'hitByPitch') ?? 0
  const chances = ab + walks + hit + (countOf(line, 'sacFlies') ?? 0)
  const bases = totalBases(line)
  const onBase = chances > 0 ? (h + walks + hit) / chances : 0
  // The league writes .000 for plate appearances without an at-bat, and .--- only without plate appearances.
  const perAtBat = (count: number) => (ab === 0 && chances > 0 ? '.000' : averageText(count, ab))
  return {
    avg: perAtBat(h),
    obp: averageText(h + walks + hit, chances),
    slg: bases === undefined ? NO_AVERAGE : perAtBat(bases),
    ops: bases === undefined || chances === 0 ? NO_AVERAGE : averageText(onBase + bases / Math.max(1, ab), 1),
  }
}

/**
 * Builds one row of the hitting averages (N12). Rates are those of the league, or computed from the counts.
 * @returns null without a stat line, and for one that lacks a count
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

/** Builds the row of a batter against one pitcher; null for a stat line that lacks a count. */
export function vsPitcherRow(line: StatLine): VsPitcher | null {
  const [atBats, hits, homeRuns, baseOnBalls, strikeOuts] = [
    ...['atBats', 'hits', 'homeRuns', 'baseOnBalls', 'strikeOuts'],
  ].map((name) => countOf(line, name))
  if (atBats === undefined || hits === undefined || homeRuns === undefined) return null
  if (baseOnBalls === undefined || strikeOuts === undefined) return null
  const avg = toldRate(line, 'avg') ?? averageText(hits, atBats)
  return { atBats, hits, homeRuns, baseOnBalls, strikeOuts, avg }
}
