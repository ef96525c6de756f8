import { type Interval, wilson } from '@propsight/shared/domain'
import type { Decided } from './lines.ts'

/** Width of a confidence band in percent: 50–59, 60–69 and so on. */
export const BAND_PERCENT = 10
/** Below this percentage the engine would have recommended the other side. */
const LEAST_BAND = 50
const LAST_BAND = 90

/** The lines of one market or one band: the average forecast against the observed hit rate. */
export interface Group {
  name: string
  decided: number
  hits: number
  /** Shares between 0 and 1. */
  promised: number
  happened: number
  /** Wilson 95% interval of the observed rate; assumes independent lines. */
  interval: Interval
  /** Whether the average forecast is outside the interval. */
  missed: boolean
}

function groupOf(name: string, lines: readonly Decided[]): Group | null {
  const decided = lines.length
  const hits = lines.filter(({ hit }) => hit).length
  const interval = wilson(hits, decided)
  if (!interval) return null
  const promised = lines.reduce((sum, line) => sum + line.promised, 0) / decided / 100
  const missed = promised < interval.low || promised > interval.high
  return { name, decided, hits, promised, happened: hits / decided, interval, missed }
}

/** All lines as one group; null before any line has settled. */
export const overall = (lines: readonly Decided[]): Group | null => groupOf('All lines', lines)

/** One group per market, sorted by the number of lines, largest first. */
export const byMarket = (lines: readonly Decided[]): Group[] =>
  [...Map.groupBy(lines, ({ market }) => market)]
    .flatMap(([market, own]) => groupOf(market, own) ?? [])
    .toSorted((a, b) => b.decided - a.decided || a.name.localeCompare(b.name))

/**
 * Start of the band of a forecast, in percent. The forecast is rounded to whole percent as on the screens.
 */
function bandOf(promised: number): number {
  const shown = Math.round(promised)
  if (shown < LEAST_BAND) return 0
  return Math.min(LAST_BAND, Math.floor(shown / BAND_PERCENT) * BAND_PERCENT)
}

function bandName(from: number): string {
  if (from < LEAST_BAND) return 'Below 50%'
  return from === LAST_BAND ? '90–100%' : `${from}–${from + BAND_PERCENT - 1}%`
}

/** One group per band of the forecast probability, lowest first. */
export const byBand = (lines: readonly Decided[]): Group[] =>
  [...Map.groupBy(lines, ({ promised }) => bandOf(promised))]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([from, own]) => groupOf(bandName(from), own) ?? [])
