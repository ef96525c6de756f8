import { formatPercent, formatPercentRange } from '@propsight/shared/format'
import { Panel, Segmented, Select } from '@propsight/shared/ui'
import { useMemo, useState } from 'react'
import { type Bin, binsOf, type Lineup, type Market } from './calibration-bins.ts'
import { marketText, rangeText, signedPercent } from './labels.ts'
import styles from './track-record.module.css'

const SIZE = 420
const MARGIN = { left: 40, right: 12, top: 12, bottom: 40 }
const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1] as const
/** Dot radius in pixels; it grows with the square root of the number of forecasts. */
const LEAST_DOT = 3
const MOST_DOT = 11

const xOf = (share: number): number => MARGIN.left + share * (SIZE - MARGIN.left - MARGIN.right)
const yOf = (share: number): number => SIZE - MARGIN.bottom - share * (SIZE - MARGIN.top - MARGIN.bottom)

/** Text alternative of the chart: the ranges, and how many of them deviate by more than chance explains. */
export function describeBins(bins: readonly Bin[], about: string): string {
  const missed = bins.filter((bin) => bin.missed).length
  const ranges = bins
    .map((bin) => `${rangeText(bin)} came true ${formatPercent(bin.happened)} of ${bin.n}`)
    .join('; ')
  return `${about}: predicted against happened in ${bins.length} ranges, ${missed} of them off by more than chance explains. ${ranges}`
}

/**
 * Calibration chart: predicted against observed shares. On the diagonal, forecasts of 60% come true in 60% of
 * cases.
 */
export function CalibrationChart({ bins, about }: { bins: readonly Bin[]; about: string }) {
  const most = Math.max(1, ...bins.map(({ n }) => n))
  return (
    <svg
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      className={styles.curve}
      role="img"
      aria-label={describeBins(bins, about)}
    >
      {TICKS.map((tick) => (
        <g key={tick}>
          <path
            className={styles.rule}
            d={`M${xOf(0)} ${yOf(tick)}H${xOf(1)}M${xOf(tick)} ${yOf(0)}V${yOf(1)}`}
          />
          <text x={xOf(tick)} y={yOf(0) + 16}>
            {100 * tick}
          </text>
          <text x={xOf(0) - 8} y={yOf(tick) + 4} className={styles.tickLeft}>
            {100 * tick}
          </text>
        </g>
      ))}
      <path className={styles.diagonal} d={`M${xOf(0)} ${yOf(0)}L${xOf(1)} ${yOf(1)}`} />
      <text x={xOf(0.5)} y={SIZE - 6} className={styles.axis}>
        said, %
      </text>
      <text x={xOf(0) + 6} y={yOf(1) + 14} className={styles.axisStart}>
        happened, %
      </text>
      {bins.map(({ from, predicted, happened, interval, n }) => (
        <g key={from}>
          <path
            className={styles.whisker}
            d={`M${xOf(predicted)} ${yOf(interval.low)}V${yOf(interval.high)}`}
          />
          <circle
            className={styles.dot}
            cx={xOf(predicted)}
            cy={yOf(happened)}
            r={LEAST_DOT + (MOST_DOT - LEAST_DOT) * Math.sqrt(n / most)}
          />
        </g>
      ))}
    </svg>
  )
}

const VIEWS = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const
type ChartView = (typeof VIEWS)[number]['value']
const LINEUPS = [
  { value: 'known', label: 'Order known' },
  { value: 'unknown', label: 'Order unknown' },
] as const
const POOLED = 'pooled'

interface CalibrationProps {
  markets: readonly Market[]
  lineup: Lineup
  onLineup(lineup: Lineup): void
}

/** Predicted against observed shares, for one market or all markets, as a chart or a table. */
export function Calibration({ markets, lineup, onLineup }: CalibrationProps) {
  const [market, setMarket] = useState(POOLED)
  const [view, setView] = useState<ChartView>('chart')
  const chosen = market === POOLED ? markets : markets.filter((one) => one.market === market)
  const bins = useMemo(() => binsOf(chosen), [chosen])
  const about = market === POOLED ? 'All markets together' : marketText(market)
  const options = [
    { value: POOLED, label: 'All markets' },
    ...markets.map((one) => ({ value: one.market, label: marketText(one.market) })),
  ]
  return (
    <Panel
      title="Said and happened"
      className={styles.panel}
      actions={
        <>
          <Select label="Market" options={options} value={market} onChange={setMarket} />
          <Segmented<Lineup>
            label="Batting order"
            options={LINEUPS}
            value={lineup}
            onChange={onLineup}
            tight
          />
          <Segmented<ChartView> label="View" options={VIEWS} value={view} onChange={setView} tight />
        </>
      }
    >
      {view === 'chart' ? (
        <div className={styles.chart}>
          <CalibrationChart bins={bins} about={about} />
          <p>
            On the diagonal, what is said at 60% happens six times of ten. A dot is a range of ten points,
            larger with more forecasts; its whisker is the 95% interval (Wilson) of how often it came true, as
            if games were independent.{' '}
            {market === POOLED && 'Markets of one game share its luck, so here it is wider in truth.'}
          </p>
        </div>
      ) : (
        <table className="u-table">
          <caption className="u-vh">{about}: said and happened</caption>
          <thead>
            <tr>
              <th scope="col">Range</th>
              <th scope="col" className="u-num">
                Forecasts
              </th>
              <th scope="col" className="u-num">
                Said
              </th>
              <th scope="col" className="u-num">
                Happened
              </th>
              <th scope="col" className="u-num">
                95% interval
              </th>
              <th scope="col" className="u-num u-wide">
                Apart
              </th>
            </tr>
          </thead>
          <tbody>
            {bins.map((bin) => (
              <tr key={bin.from}>
                <th scope="row">{rangeText(bin)}</th>
                <td className="u-num">{bin.n}</td>
                <td className="u-num">{formatPercent(bin.predicted)}</td>
                <td className="u-num u-fig">{formatPercent(bin.happened)}</td>
                <td className="u-num">{formatPercentRange(bin.interval)}</td>
                <td className="u-num u-wide">
                  {signedPercent(bin.happened - bin.predicted, 1)}
                  {bin.missed && ', more than chance'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}
