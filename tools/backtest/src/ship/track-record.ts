import type { TrackRecord } from '@propsight/shared/domain/engine'
import { CommandError } from '../options.ts'
import type { BacktestReport } from '../report/backtest-report.ts'
import { rounded } from './write-fitted.ts'

/**
 * @param from the first day judged
 * @throws CommandError where the shipped constants were fitted on it
 */
export function checkNotFittedOn(from: string, fittedTo: string): void {
  if (from <= fittedTo)
    throw new CommandError(`the engine was fitted on days to ${fittedTo}: a record begins after them`)
}

/** Groups of forecasts may be empty. */
const MAY_BE_MISSING = new Set(['predicted', 'happened'])

/** Where a figure is not a number, such as `markets.0.slope`; null where all are. Written as JSON they are null. */
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
 * A backtest as the record that ships with the engine.
 * @param fittedTo the last day that the shipped constants were fitted on
 * @throws CommandError where the engine was judged on days that it was fitted on, on none, or on too few
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
    pitchers: report.pitchers.map(({ earlierStarts: _, ...pitcher }) => pitcher),
  })
  // The API checks the record as it starts: a slope of too few games, say, would keep it from starting.
  const missing = withoutFigure(record)
  if (missing) throw new CommandError(`no record to ship: ${missing} has no figure, from too few games`)
  return record
}
