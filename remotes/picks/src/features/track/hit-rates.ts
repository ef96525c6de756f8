import { isOpenStatus, type TrackLeg } from '@propsight/shared/contracts'
import { type Interval, wilson } from '@propsight/shared/domain'

/** Counts of the lines that the hit rates exclude, by reason. */
export interface ExcludedCounts {
  pushes: number
  noGames: number
  open: number
  /** Settled, but without a forecast of the engine. */
  withoutForecast: number
}

/** A settled line with a forecast that hit or missed. */
export interface DecidedLine {
  market: string
  /** Version of the engine that made the forecast. */
  engine: string
  /** League day of the game. */
  day: string
  /** Forecast probability in percent. */
  forecast: number
  hit: boolean
}

const eventOf = (leg: TrackLeg): string =>
  [leg.person_id ?? leg.player_name, leg.game_pk ?? leg.league_day, leg.stat_type, leg.line, leg.side].join(
    '|',
  )

/**
 * Each line once, with its first forecast. A pick and the parlays that contain it are one event; counting it
 * several times would make the sample seem larger than it is.
 */
export function distinctLines(legs: readonly TrackLeg[]): TrackLeg[] {
  const first = new Map<string, TrackLeg>()
  for (const leg of legs) {
    const event = eventOf(leg)
    const earliest = first.get(event)
    if (!earliest || Date.parse(leg.promised_at) < Date.parse(earliest.promised_at)) first.set(event, leg)
  }
  return [...first.values()]
}

const ended = ({ status }: TrackLeg): boolean => status === 'winner' || status === 'loser'

/** The lines that hit or missed and have a forecast. */
export const decidedLines = (lines: readonly TrackLeg[]): DecidedLine[] =>
  lines.flatMap((line) =>
    ended(line) && line.promised !== null
      ? [
          {
            market: line.stat_type,
            engine: line.engine ?? 'Not recorded',
            day: line.league_day,
            forecast: line.promised,
            hit: line.status === 'winner',
          },
        ]
      : [],
  )

/** Counts the lines that the hit rates exclude, by reason. */
export function countExcluded(lines: readonly TrackLeg[]): ExcludedCounts {
  const count = (test: (line: TrackLeg) => boolean): number => lines.filter(test).length
  return {
    pushes: count(({ status }) => status === 'push'),
    noGames: count(({ status }) => status === 'no-game'),
    open: count(({ status }) => isOpenStatus(status)),
    withoutForecast: count((line) => ended(line) && line.promised === null),
  }
}

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
  forecast: number
  observed: number
  /** Wilson 95% interval of the observed rate; assumes independent lines. */
  interval: Interval
  /** Whether the average forecast is outside the interval. */
  missed: boolean
}

interface Counts {
  decided: number
  hits: number
  /** Sum of the forecasts in percent. */
  forecast: number
}

const countLines = (lines: readonly DecidedLine[]): Counts => ({
  decided: lines.length,
  hits: lines.filter(({ hit }) => hit).length,
  forecast: lines.reduce((sum, line) => sum + line.forecast, 0),
})

function createGroup(name: string, { decided, hits, forecast: sum }: Counts): Group | null {
  const interval = wilson(hits, decided)
  if (!interval) return null
  const forecast = sum / decided / 100
  const missed = forecast < interval.low || forecast > interval.high
  return { name, decided, hits, forecast, observed: hits / decided, interval, missed }
}

/** All lines as one group; null before any line has settled. */
export const groupAll = (lines: readonly DecidedLine[]): Group | null =>
  createGroup('All lines', countLines(lines))

/** One group per market or version of the engine, sorted by the number of lines, largest first. */
export const groupLines = (lines: readonly DecidedLine[], by: 'market' | 'engine'): Group[] =>
  [...Map.groupBy(lines, (line) => line[by])]
    .flatMap(([name, own]) => createGroup(name, countLines(own)) ?? [])
    .toSorted((a, b) => b.decided - a.decided || a.name.localeCompare(b.name))

/**
 * Start of the band of a forecast, in percent. The forecast is rounded to whole percent as on the screens.
 */
function bandOf(forecast: number): number {
  const shown = Math.round(forecast)
  if (shown < LEAST_BAND) return 0
  return Math.min(LAST_BAND, Math.floor(shown / BAND_PERCENT) * BAND_PERCENT)
}

function bandName(from: number): string {
  if (from < LEAST_BAND) return 'Below 50%'
  return from === LAST_BAND ? '90–100%' : `${from}–${from + BAND_PERCENT - 1}%`
}

/** One group per band of the forecast probability, lowest first. */
export const groupByBand = (lines: readonly DecidedLine[]): Group[] =>
  [...Map.groupBy(lines, ({ forecast }) => bandOf(forecast))]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([from, own]) => createGroup(bandName(from), countLines(own)) ?? [])

/** The record after a league day. */
export interface DayGroup extends Group {
  /** The lines of this day alone. */
  ofDay: { decided: number; hits: number }
}

/**
 * The record after each league day with a settled line, oldest first. Each group has the name of its day and
 * counts the lines up to it.
 */
export function groupByDay(lines: readonly DecidedLine[]): DayGroup[] {
  const total: Counts = { decided: 0, hits: 0, forecast: 0 }
  return [...Map.groupBy(lines, ({ day }) => day)]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .flatMap(([day, own]) => {
      const { decided, hits, forecast } = countLines(own)
      total.decided += decided
      total.hits += hits
      total.forecast += forecast
      const group = createGroup(day, total)
      return group ? { ...group, ofDay: { decided, hits } } : []
    })
}
