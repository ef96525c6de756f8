import type { OpposingPitcher, PitchingAverages } from '@propsight/shared/contracts'
import { outsFromInnings } from '@propsight/shared/domain'
import { countOf, type StatLine } from '../../../sources/stats/format/stat-line.ts'
import { averageText, NO_PITCHING_RATE, pitchingRateText, toldRate } from './rates.ts'

const OUTS_OF_AN_INNING = 3
const OUTS_OF_NINE_INNINGS = 27

/** Outs of a line: counted, or from its innings; undefined where neither is told. */
function outsOf(line: StatLine): number | undefined {
  const innings = line.inningsPitched
  return (
    countOf(line, 'outs') ??
    (typeof innings === 'string' ? (outsFromInnings(innings) ?? undefined) : undefined)
  )
}

/** So many of something in so many outs; null where one of them is not told. */
function perOuts(line: StatLine, names: readonly string[], inOuts: number): string | null {
  const outs = outsOf(line)
  const counts = names.map((name) => countOf(line, name))
  if (outs === undefined || counts.some((count) => count === undefined)) return null
  const sum = counts.reduce((all: number, count) => all + (count ?? 0), 0)
  return pitchingRateText(sum * inOuts, outs)
}

/** Earned runs per nine innings, and walks and hits per inning: as written, or from the counts (MLB's glossary). */
const era = (line: StatLine): string | null =>
  toldRate(line, 'era') ?? perOuts(line, ['earnedRuns'], OUTS_OF_NINE_INNINGS)
const whip = (line: StatLine): string | null =>
  toldRate(line, 'whip') ?? perOuts(line, ['baseOnBalls', 'hits'], OUTS_OF_AN_INNING)

/** What batters did against him: nothing without their at-bats, whatever a source that does not count them writes. */
function ratesAgainst(line: StatLine): Pick<PitchingAverages, 'avg' | 'ops'> {
  const [hits, atBats] = [countOf(line, 'hits'), countOf(line, 'atBats')]
  if (hits === undefined || atBats === undefined) return { avg: null, ops: null }
  return { avg: toldRate(line, 'avg') ?? averageText(hits, atBats), ops: toldRate(line, 'ops') ?? null }
}

/**
 * One row of a pitcher's averages, of a season or against one side. Against a side the league tells no earned runs.
 * @returns null for no line, and for one without the counts
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

/** Who has not pitched this season has no rates, and nothing to count. */
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
 * A starter's season; rates as the league writes them, else from the counts.
 * @param line null for one who has not pitched this season
 * @returns null for a line without the counts
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
