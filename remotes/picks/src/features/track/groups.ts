import { type Interval, wilson } from '@propsight/shared/domain'
import type { Decided } from './lines.ts'

/** Width of a confidence band in percent: 50–59, 60–69 and so on. */
export const BAND_PERCENT = 10
/** Below this chance the engine had recommended the other side. */
const LEAST_BAND = 50
const LAST_BAND = 90

/** Lines of one market or one band: what was promised on average against how often it came true. */
export interface Group {
  name: string
  decided: number
  hits: number
  /** Shares between 0 and 1. */
  promised: number
  happened: number
  /** 95% by Wilson, as if lines were independent. */
  interval: Interval
  /** What was promised lies outside of the interval. */
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

/** Everything together; null before anything has settled. */
export const overall = (lines: readonly Decided[]): Group | null => groupOf('All lines', lines)

/** By market, those with most lines first. */
export const byMarket = (lines: readonly Decided[]): Group[] =>
  [...Map.groupBy(lines, ({ market }) => market)]
    .flatMap(([market, own]) => groupOf(market, own) ?? [])
    .toSorted((a, b) => b.decided - a.decided || a.name.localeCompare(b.name))

/** Start of a promise's band, in whole percent as the screens show it. */
function bandOf(promised: number): number {
  const shown = Math.round(promised)
  if (shown < LEAST_BAND) return 0
  return Math.min(LAST_BAND, Math.floor(shown / BAND_PERCENT) * BAND_PERCENT)
}

function bandName(from: number): string {
  if (from < LEAST_BAND) return 'Below 50%'
  return from === LAST_BAND ? '90–100%' : `${from}–${from + BAND_PERCENT - 1}%`
}

/** By band of what was promised, the lowest first. */
export const byBand = (lines: readonly Decided[]): Group[] =>
  [...Map.groupBy(lines, ({ promised }) => bandOf(promised))]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([from, own]) => groupOf(bandName(from), own) ?? [])
