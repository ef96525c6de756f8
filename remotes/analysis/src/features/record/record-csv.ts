import type { CalibrationAnswer } from '@propsight/shared/contracts'
import { binsOf, gainOver } from './bins.ts'

type Cell = string | number

/** What a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/
const QUOTED = /[",\r\n]/
const DIGITS = 100_000

function cell(value: Cell): string {
  if (typeof value === 'number') return String(Math.round(value * DIGITS) / DIGITS)
  const text = FORMULA.test(value) ? `'${value}` : value
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const HEADING = [
  ...['Engine', 'Data', 'From', 'To', 'Market', 'Order known', 'Forecasts', 'Went over'],
  ...['Gain over base', 'Gain over last ten', 'Gain over season', 'Calibration error', 'Bias', 'Slope'],
  ...['Range from', 'Range to', 'In range', 'Predicted', 'Happened', 'Low 95', 'High 95'],
]

/** The record as CSV by RFC 4180: a line for every range of every market. */
export function recordCsv(record: CalibrationAnswer): string {
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
  return [HEADING, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}
