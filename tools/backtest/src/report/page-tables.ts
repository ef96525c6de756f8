import type { LineupKnowledge, ReliabilityBin } from '@propsight/shared/domain/engine'
import type { IntervalCoverage, MarketScore, PitcherScore } from '../score/score.ts'
import { listFilledBins } from './reliability-svg.ts'
import { change, count, error, percent, score, signed, slope } from './text-format.ts'

type Cell = string | { readonly text: string; readonly best: boolean }

/** A table with row headers in the first column, in a scroll container. */
export function table(caption: string, head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const cell = (value: Cell, column: number): string => {
    if (typeof value !== 'string') return `<td${value.best ? ' class="best"' : ''}>${value.text}</td>`
    return column === 0 ? `<th scope="row">${value}</th>` : `<td>${value}</td>`
  }
  return [
    `<div class="wide" tabindex="0" role="region" aria-label="${caption}"><table>`,
    `<thead><tr>${head.map((each) => `<th scope="col">${each}</th>`).join('')}</tr></thead>`,
    `<tbody>${rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('\n')}</tbody>`,
    '</table></div>',
  ].join('\n')
}

/** Four scores with the smallest one highlighted. */
const scores = ({ base, lastTen, season, engine }: MarketScore['brier']): Cell[] => {
  const all = [base, lastTen, season, engine]
  return all.map((each) => ({ text: score(each), best: each === Math.min(...all) }))
}

/** Brier scores, gains and calibration by market, for a known or unknown batting order. */
export const marketTable = (markets: readonly MarketScore[], lineup: LineupKnowledge): string =>
  table(
    `Scores with the batting order ${lineup}`,
    [
      'line',
      'games',
      'went over',
      'base rate',
      'last ten',
      'season',
      'engine',
      'over last ten',
      'over season',
      'calibration error',
      'of a perfect forecaster',
      'bias',
      'slope',
    ],
    markets
      .filter((row) => row.lineup === lineup)
      .map((row) => [
        row.market,
        count(row.n),
        percent(row.baseRate),
        ...scores(row.brier),
        change(row.skill.lastTen),
        change(row.skill.season),
        score(row.ece),
        score(row.perfectEce),
        signed(row.bias),
        slope(row.slope),
      ]),
  )

export const lossTable = (markets: readonly MarketScore[], lineup: LineupKnowledge): string =>
  table(
    `Logarithmic loss with the batting order ${lineup}`,
    ['line', 'base rate', 'last ten', 'season', 'engine'],
    markets.filter((row) => row.lineup === lineup).map((row) => [row.market, ...scores(row.logLoss)]),
  )

export const pitcherTable = (rows: readonly PitcherScore[]): string =>
  table(
    'Starting pitchers',
    [
      'stat',
      'earlier starts',
      'starts',
      'off by, season mean',
      'off by, engine',
      'gain',
      'RMSE season',
      'RMSE engine',
    ],
    rows.map(({ stat, sumEarlierStarts, n, mae, rmse }) => [
      stat,
      `${sumEarlierStarts} or more`,
      count(n),
      error(mae.season),
      { text: error(mae.engine), best: mae.engine <= mae.season },
      change(1 - mae.engine / mae.season),
      error(rmse.season),
      error(rmse.engine),
    ]),
  )

/** Share of outcomes inside the 80% intervals of pitchers. */
export const intervalTable = (rows: readonly IntervalCoverage[]): string =>
  table(
    'Starting pitchers, outcomes inside the 80% interval',
    ['stat', 'starts', 'inside'],
    rows.map(({ stat, n, coverage }) => [stat, count(n), percent(coverage)]),
  )

/** The figures of a reliability curve. */
export const binTable = (bins: readonly ReliabilityBin[], market: string): string =>
  table(
    `${market}, bin by bin`,
    ['said', 'mean', 'came', 'games'],
    listFilledBins(bins).map(({ from, to, n, predicted, happened }) => [
      `${percent(from, 0)} to ${percent(to, 0)}`,
      percent(predicted),
      percent(happened),
      count(n),
    ]),
  )
