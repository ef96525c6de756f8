import type { TrackRecord } from '@propsight/shared/domain/engine'
import { CommandError } from '../options.ts'
import type { BacktestReport } from '../report/backtest-report.ts'
import { rounded } from '../run/ship-constants.ts'

/**
 * Checks that no judged day is part of the fit.
 * @param from the first judged day
 * @param fittedTo the last day of the fit
 * @throws CommandError if `from` is not after `fittedTo`
 */
export function checkNotFittedOn(from: string, fittedTo: string): void {
  if (from <= fittedTo)
    throw new CommandError(`the engine was fitted on days to ${fittedTo}: a record begins after them`)
}

/** Figures that may be null, because bins of forecasts may be empty. */
const MAY_BE_MISSING = new Set(['predicted', 'happened'])

/**
 * Path of the first missing figure, such as `markets.0.slope`; null if there is none. JSON writes NaN as
 * null.
 */
function withoutFigure(value: unknown, path: readonly string[] = []): string | null {
  if (value === null) return MAY_BE_MISSING.has(path.at(-1) ?? '') ? null : path.join('.')
  if (typeof value !== 'object') return null
  for (const [key, each] of Object.entries(value ?? {})) {
    const found = withoutFigure(each, [...path, key])
    if (found !== null) return found
  }
  return null
}

/**
 * Makes the track record that ships with the engine from a backtest.
 * @param fittedTo the last day that the shipped constants were fitted on
 * @param madeOn the day of the backtest
 * @throws CommandError if judged days are part of the fit, if forecasts were refused, or if there are too few
 * games
 */
export function trackRecordOf(report: BacktestReport, fittedTo: string, madeOn: string): TrackRecord {
  const { from, to, data, engine } = report
  if (from === null || to === null) throw new CommandError('no game was judged: there is no record to ship')
  checkNotFittedOn(from, fittedTo)
  if (report.refused > 0)
    throw new CommandError(`${report.refused} forecasts were refused: no record to ship`)
  const record = rounded({
    engine,
    data,
    from,
    to,
    fittedTo,
    madeOn,
    markets: report.markets.map(({ skill: _, ...market }) => market),
    pooled: report.pooled,
    pitchers: report.pitchers.map(({ sumEarlierStarts: _, ...pitcher }) => pitcher),
  })
  // The API validates the record at its start, and a missing figure would prevent the start.
  const missing = withoutFigure(record)
  if (missing) throw new CommandError(`no record to ship: ${missing} has no figure, from too few games`)
  return record
}
