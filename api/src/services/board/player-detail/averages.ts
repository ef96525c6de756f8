import type {
  HittingAverages,
  OpposingPitcher,
  PitchingAverages,
  VsPitcher,
} from '@propsight/shared/contracts'
import { outsFromInnings } from '@propsight/shared/domain'
import { countOf, rateFromText, type StatLine } from '../../../sources/stats/format/splits.ts'

/** Placeholders of the league for a rate without chances. */
export const NO_AVERAGE = '.---'
export const NO_PITCHING_RATE = '-.--'

/** Matches placeholders of the league: '.---', '-.--', '-'. */
const isPlaceholder = (text: string): boolean => /^[-.]+$/.test(text)

/** Formats a batting rate: '.305', '1.022'. No 0 before the point, rounded half up as in box scores. */
export const averageText = (count: number, of: number): string =>
  of > 0 ? (Math.round((count / of) * 1_000 + 1e-9) / 1_000).toFixed(3).replace(/^0/, '') : NO_AVERAGE

/** Formats a pitching rate: '2.33'. Rounded half up. */
export const pitchingRateText = (count: number, of: number): string =>
  of > 0 ? (Math.round((count / of) * 100 + 1e-9) / 100).toFixed(2) : NO_PITCHING_RATE

/** Returns a rate as written by the league, or its placeholder; undefined for any other text. */
export function publishedRate(line: StatLine, name: string): string | undefined {
  const value = line[name]
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return isPlaceholder(text) || (rateFromText(text) !== null && text.length <= 12) ? text : undefined
}

const OUTS_OF_AN_INNING = 3
const OUTS_OF_NINE_INNINGS = 27

/** Outs of a stat line: as published, or from its innings; undefined without both. */
function outsOf(line: StatLine): number | undefined {
  const innings = line.inningsPitched
  const outs = countOf(line, 'outs')
  if (outs !== undefined) return outs
  return typeof innings === 'string' ? (outsFromInnings(innings) ?? undefined) : undefined
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
 * ERA (earned runs per nine innings) and WHIP (walks and hits per inning): as published, or computed (MLB
 * glossary).
 */
const era = (line: StatLine): string | null =>
  publishedRate(line, 'era') ?? perOuts(line, ['earnedRuns'], OUTS_OF_NINE_INNINGS)
const whip = (line: StatLine): string | null =>
  publishedRate(line, 'whip') ?? perOuts(line, ['baseOnBalls', 'hits'], OUTS_OF_AN_INNING)

/** Rates of opposing batters. Without a count of at-bats the rates of a source are invalid and omitted. */
function ratesAgainst(line: StatLine): Pick<PitchingAverages, 'avg' | 'ops'> {
  const hits = countOf(line, 'hits')
  const atBats = countOf(line, 'atBats')
  if (hits === undefined || atBats === undefined) return { avg: null, ops: null }
  return {
    avg: publishedRate(line, 'avg') ?? averageText(hits, atBats),
    ops: publishedRate(line, 'ops') ?? null,
  }
}

/**
 * Builds one row of a pitcher's averages, of a season or against left- or right-handed batters (N12). The
 * league has no earned runs for the latter.
 * @returns null without a stat line, and for one that lacks a count
 */
export function pitchingAverages(line: StatLine | null): PitchingAverages | null {
  if (!line) return null
  const strikeOuts = countOf(line, 'strikeOuts')
  const baseOnBalls = countOf(line, 'baseOnBalls')
  const hits = countOf(line, 'hits')
  const homeRuns = countOf(line, 'homeRuns')
  const battersFaced = countOf(line, 'battersFaced')
  if (strikeOuts === undefined || baseOnBalls === undefined || hits === undefined) return null
  if (homeRuns === undefined || battersFaced === undefined) return null
  return {
    strikeOuts,
    baseOnBalls,
    hits,
    homeRuns,
    battersFaced,
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
  const perNine = (rateName: string, countName: string) =>
    publishedRate(line, rateName) ?? perOuts(line, [countName], OUTS_OF_NINE_INNINGS) ?? NO_PITCHING_RATE
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

/** Total bases of a stat line: as published, or computed from its hits; undefined without both. */
function totalBases(line: StatLine): number | undefined {
  const published = countOf(line, 'totalBases')
  if (published !== undefined) return published
  const hits = countOf(line, 'hits')
  const doubles = countOf(line, 'doubles')
  const triples = countOf(line, 'triples')
  const homeRuns = countOf(line, 'homeRuns')
  if (hits === undefined || doubles === undefined) return undefined
  if (triples === undefined || homeRuns === undefined) return undefined
  return hits + doubles + 2 * triples + 3 * homeRuns
}

/**
 * Computes the rates of a stat line by the definitions of the Official Baseball Rules, 9.21. Rates that need
 * hit by pitch or sacrifice flies are left out where the line lacks them.
 */
function computedRates(
  line: StatLine,
  { atBats, hits, baseOnBalls }: { atBats: number; hits: number; baseOnBalls: number },
) {
  const bases = totalBases(line)
  const hitByPitch = countOf(line, 'hitByPitch')
  const sacFlies = countOf(line, 'sacFlies')
  if (hitByPitch === undefined || sacFlies === undefined) {
    const perAtBat = (count: number) => averageText(count, atBats)
    const slg = bases === undefined ? NO_AVERAGE : perAtBat(bases)
    return { avg: perAtBat(hits), obp: NO_AVERAGE, slg, ops: NO_AVERAGE }
  }
  const chances = atBats + baseOnBalls + hitByPitch + sacFlies
  const timesOnBase = hits + baseOnBalls + hitByPitch
  const onBase = chances > 0 ? timesOnBase / chances : 0
  // The league writes .000 for plate appearances without an at-bat, and .--- only without plate appearances.
  const perAtBat = (count: number) => (atBats === 0 && chances > 0 ? '.000' : averageText(count, atBats))
  return {
    avg: perAtBat(hits),
    obp: averageText(timesOnBase, chances),
    slg: bases === undefined ? NO_AVERAGE : perAtBat(bases),
    ops:
      bases === undefined || chances === 0
        ? NO_AVERAGE
        : averageText(onBase + bases / Math.max(1, atBats), 1),
  }
}

/**
 * Builds one row of the hitting averages (N12). Rates are those of the league, or computed from the counts.
 * @returns null without a stat line, and for one that lacks a count
 */
export function hittingAverages(line: StatLine | null): HittingAverages | null {
  if (!line) return null
  const atBats = countOf(line, 'atBats')
  const hits = countOf(line, 'hits')
  const homeRuns = countOf(line, 'homeRuns')
  const rbi = countOf(line, 'rbi')
  const baseOnBalls = countOf(line, 'baseOnBalls')
  if (atBats === undefined || hits === undefined || baseOnBalls === undefined) return null
  if (homeRuns === undefined || rbi === undefined) return null
  const computed = computedRates(line, { atBats, hits, baseOnBalls })
  return {
    atBats,
    hits,
    homeRuns,
    rbi,
    baseOnBalls,
    avg: publishedRate(line, 'avg') ?? computed.avg,
    obp: publishedRate(line, 'obp') ?? computed.obp,
    slg: publishedRate(line, 'slg') ?? computed.slg,
    ops: publishedRate(line, 'ops') ?? computed.ops,
  }
}

/** Builds the row of a batter against one pitcher; null for a stat line that lacks a count. */
export function vsPitcherRow(line: StatLine): VsPitcher | null {
  const atBats = countOf(line, 'atBats')
  const hits = countOf(line, 'hits')
  const homeRuns = countOf(line, 'homeRuns')
  const baseOnBalls = countOf(line, 'baseOnBalls')
  const strikeOuts = countOf(line, 'strikeOuts')
  if (atBats === undefined || hits === undefined || homeRuns === undefined) return null
  if (baseOnBalls === undefined || strikeOuts === undefined) return null
  const avg = publishedRate(line, 'avg') ?? averageText(hits, atBats)
  return { atBats, hits, homeRuns, baseOnBalls, strikeOuts, avg }
}
