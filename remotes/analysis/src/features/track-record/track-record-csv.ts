import { type Cell, toCsv } from '@propsight/shared/client'
import type { CalibrationResponse } from '@propsight/shared/contracts'
import { binsOf, gainOver } from './calibration-bins.ts'

/** Decimals of the CSV: gains and errors differ in the fourth decimal. */
const DECIMALS = 5

const HEADING = [
  ...['Engine', 'Data', 'From', 'To', 'Market', 'Order known', 'Forecasts', 'Went over'],
  ...['Gain over base', 'Gain over last ten', 'Gain over season', 'Calibration error', 'Bias', 'Slope'],
  ...['Range from', 'Range to', 'In range', 'Predicted', 'Happened', 'Low 95', 'High 95'],
]

/** The track record as CSV (RFC 4180): one row per range of each market. */
export function recordCsv(record: CalibrationResponse): string {
  const { engine, data, from, to } = record
  const rows = record.markets.flatMap((market) => {
    const known = market.lineup === 'known' ? 'yes' : 'no'
    const gains = (['base', 'lastTen', 'season'] as const).map((baseline) => gainOver(market, baseline))
    const about: Cell[] = [engine, data, from, to, market.market, known, market.n, market.baseRate, ...gains]
    return binsOf([market]).map((bin): Cell[] => [
      ...about,
      ...[market.ece, market.bias, market.slope],
      ...[bin.from, bin.to, bin.n, bin.predicted, bin.happened, bin.interval.low, bin.interval.high],
    ])
  })
  return toCsv(HEADING, rows, DECIMALS)
}
