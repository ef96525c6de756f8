import type { OpposingPitcher, PitchingAverages } from '@propsight/shared/contracts'
import { outsFromInnings } from '@propsight/shared/domain'
import { countOf, type StatLine } from '../../../sources/stats/format/stat-line.ts'
import { averageText, NO_PITCHING_RATE, pitchingRateText, toldRate } from './rates.ts'

const OUTS_OF_AN_INNING = 3
const OUTS_OF_NINE_INNINGS = 27

/** Outs of a stat line: as given, or from its innings; undefined without both. */
function outsOf(line: StatLine): number | undefined {
  const innings = line.inningsPitched
  return (
    countOf(line, 'outs') ??
    (typeof innings === 'string' ? (outsFromInnings(innings) ?? undefined) : undefined)
  )
}

/** Rate of the summed counts per `inOuts` outs; null when a count or the outs are missing. */
function perOuts(line: StatLine, names: readonly string[], inOuts: number): string | null {
  const outs = outsOf(line)
  const counts = names.map((name) => countOf(line, name))
  if (outs === undefined || counts.some((count) => count === undefined)) return null
  const sum = counts.reduce((all: number, count) => all + (count ?? 0), 0)
  return pitchingRateText(sum * inOuts, outs)
}

/**
 * ERA (earned runs per nine innings) and WHIP (walks and hits per inning): as given, or computed (MLB
 * glossary).
 */
const era = (line: StatLine): string | null =>
  toldRate(line, 'era') ?? perOuts(line, ['earnedRuns'], OUTS_OF_NINE_INNINGS)
const whip = (line: StatLine): string | null =>
  toldRate(line, 'whip') ?? perOuts(line, ['baseOnBalls', 'hits'], OUTS_OF_AN_INNING)

/** Rates of opposing batters. Without a count of at-bats the rates of a source are invalid and omitted. */
function ratesAgainst(line: StatLine): Pick<PitchingAverages, 'avg' | 'ops'> {
  const [hits, atBats] = [countOf(line, 'hits'), countOf(line, 'atBats')]
  if (hits === undefined || atBats === undefined) return { avg: null, ops: null }
  return { avg: toldRate(line, 'avg') ?? averageText(hits, atBats), ops: toldRate(line, 'ops') ?? null }
}

/**
 * Builds one row of a pitcher's averages, of a season or against left- or right-handed batters (N12). The
 * league has no earned runs for the latter.
 * @returns null without a stat line, and for one that lacks a count
 */
export function pitchingAverages(line: StatLine | null): PitchingAverages | null {
  if (!line) return null
  const [strikeOuts, baseOnBalls, hits, homeRuns, battersFaced] = [
    ...['strikeOuts', 'baseOnBalls', 'hits', 'homeRuns', 'battersFaced'],
  ].map((name) => countOf(line, name))
  if (strikeOuts === undefined || baseOnBalls === undefined || hits === undefined) return null
  if (homeRuns === undefined || battersFaced === undefined) return null
  return {
    ...{ strikeOuts, baseOnBalls, hits, homeRuns, battersFaced },
    era: era(line),
    whip: whip(line),
    ...ratesAgainst(line),
  }
}

/** A starter's season in the columns of the 'Opposing Pitcher' table. */
type StarterSeason = Omit<OpposingPitcher, 'personId' | 'name' | 'handedness' | 'team'>

/** Season of a starter who has not pitched yet. */
const NOT_PITCHED: StarterSeason = {
  era: NO_PITCHING_RATE,
  whip: NO_PITCHING_RATE,
  strikeOuts: 0,
  wins: 0,
  losses: 0,
  strikeOutsPer9: NO_PITCHING_RATE,
  hitsPer9: NO_PITCHING_RATE,
}

/**
 * Summarizes a starter's season. Rates are those of the league, or computed from the counts.
 * @param line null for a starter who has not pitched this season
 * @returns null for a stat line without strikeouts
 */
export function starterSeason(line: StatLine | null): StarterSeason | null {
  if (!line) return NOT_PITCHED
  const strikeOuts = countOf(line, 'strikeOuts')
  if (strikeOuts === undefined) return null
  const perNine = (told: string, count: string) =>
    toldRate(line, told) ?? perOuts(line, [count], OUTS_OF_NINE_INNINGS) ?? NO_PITCHING_RATE
  return {
    strikeOuts,
    wins: countOf(line, 'wins') ?? null,
    losses: countOf(line, 'losses') ?? null,
    era: era(line) ?? NO_PITCHING_RATE,
    whip: whip(line) ?? NO_PITCHING_RATE,
    strikeOutsPer9: perNine('strikeoutsPer9Inn', 'strikeOuts'),
    hitsPer9: perNine('hitsPer9Inn', 'hits'),
  }
}
