import type { Line, StatForecastWire } from '@propsight/shared/contracts'
import {
  easternDate,
  type LineForecast,
  lineForecast,
  type StatType,
  findStatType,
} from '@propsight/shared/domain'
import type { CollectedRecord } from './player-records.ts'

export type Answered = Exclude<CollectedRecord, { type: 'missing' }>

/** A line that may be recommended: its market, the player's record and the engine's forecast of one side. */
export interface JudgedLine {
  readonly line: Line
  readonly stat: StatType
  readonly record: Answered
  readonly forecast: LineForecast & { readonly call: 'OVER' | 'UNDER' }
}

const WHY_MISSING = {
  'unknown player': 'The league lists no player of this name.',
  'ambiguous name': 'Two players have this name, and the team did not tell them apart.',
  'upstream failed': 'The game log could not be read.',
} as const

/** Forecasts are for the player's next game that has not begun. A line on another game has no forecast. */
function isOfAnotherGame({ gameTime, gamePk }: Line, { forecastGame }: Answered): boolean {
  if (!forecastGame) return false
  if (typeof gamePk === 'number') return gamePk !== forecastGame.gamePk
  const begins = Date.parse(gameTime ?? '')
  return !Number.isNaN(begins) && easternDate(new Date(begins)) !== forecastGame.date
}

/** Labels of roster transactions that remove a player from the club. */
const GONE = new Set(['optioned', 'outrighted', 'released', 'designated for assignment'])

/** Returns why the player is not expected to play, as a sentence for the screen; null otherwise. */
function whyNot({ availability, tonight, group }: Answered): string | null {
  if (availability?.state === 'out') return `He is out: ${availability.label}, since ${availability.date}.`
  if (availability && GONE.has(availability.label))
    return `He was ${availability.label} on ${availability.date}.`
  const order = tonight?.lineup
  return group === 'hitting' && order?.announced && order.slot === null
    ? 'He is not in the announced line-up.'
    : null
}

/** A line with the engine's forecast of its market, before a side is chosen. */
export interface ForecastLine {
  readonly line: Line
  readonly stat: StatType
  readonly record: Answered
  readonly told: StatForecastWire
}

/**
 * Finds the engine's forecast for a line, independent of the side.
 * @param record of the line's player; undefined when it was not requested
 * @returns the forecast, or the reason why there is none as a sentence for the screen
 */
export function forecastOfLine(line: Line, record: CollectedRecord | undefined): ForecastLine | string {
  if (line.combo) return 'Lines on two players together are not ranked: no single log answers them.'
  const stat = findStatType(line.statType)
  if (!stat) return 'No game log answers this stat.'
  if (!record) return 'The game log could not be read.'
  if (record.type === 'missing') return WHY_MISSING[record.reason]
  const not = whyNot(record)
  if (not) return not
  if (isOfAnotherGame(line, record)) return 'No probability: the line is on another game.'
  const told = record.forecasts?.find((forecast) => forecast.stat === stat.name)
  return told
    ? { line, stat, record, told }
    : `No probability: ${record.forecastMissing ?? 'none for this stat'}.`
}

/**
 * Decides whether a line can be recommended, and on which side.
 * @param record of the line's player; undefined when it was not requested
 * @returns the line with its forecast, or the reason why it is passed over as a sentence for the screen
 */
export function judgeLine(line: Line, record: CollectedRecord | undefined): JudgedLine | string {
  const found = forecastOfLine(line, record)
  if (typeof found === 'string') return found
  const { told, ...judged } = found
  const forecast = lineForecast(told, line.line, line.oddsType)
  const { call } = forecast
  if (!call) return 'Under is likelier, and the book takes More only on this line.'
  return { ...judged, forecast: { ...forecast, call } }
}
