import { calibrationAnswer } from '@propsight/shared/contracts'
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
  // The API reads it before it starts: a slope of too few games is no number.
  const problem = calibrationAnswer.safeParse(record).error?.issues[0]
  if (problem) throw new CommandError(`no record to ship: ${problem.path.join('.')} ${problem.message}`)
  return record
}
