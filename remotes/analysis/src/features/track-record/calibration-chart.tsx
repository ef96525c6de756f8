import { formatPercent } from '@propsight/shared/domain'
import type { Bin } from './calibration-bins.ts'
import styles from './track-record.module.css'
import { rangeText } from './labels.ts'

const SIZE = 420
const MARGIN = { left: 40, right: 12, top: 12, bottom: 40 }
const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1] as const
/** Dot radius in pixels; it grows with the square root of the number of forecasts. */
const LEAST_DOT = 3
const MOST_DOT = 11

const x = (share: number): number => MARGIN.left + share * (SIZE - MARGIN.left - MARGIN.right)
const y = (share: number): number => SIZE - MARGIN.bottom - share * (SIZE - MARGIN.top - MARGIN.bottom)

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
          <path className={styles.rule} d={`M${x(0)} ${y(tick)}H${x(1)}M${x(tick)} ${y(0)}V${y(1)}`} />
          <text x={x(tick)} y={y(0) + 16}>
            {100 * tick}
          </text>
          <text x={x(0) - 8} y={y(tick) + 4} className={styles.tickLeft}>
            {100 * tick}
          </text>
        </g>
      ))}
      <path className={styles.diagonal} d={`M${x(0)} ${y(0)}L${x(1)} ${y(1)}`} />
      <text x={x(0.5)} y={SIZE - 6} className={styles.axis}>
        said, %
      </text>
      <text x={x(0) + 6} y={y(1) + 14} className={styles.axisStart}>
        happened, %
      </text>
      {bins.map(({ from, predicted, happened, interval, n }) => (
        <g key={from}>
          <path className={styles.whisker} d={`M${x(predicted)} ${y(interval.low)}V${y(interval.high)}`} />
          <circle
            className={styles.dot}
            cx={x(predicted)}
            cy={y(happened)}
            r={LEAST_DOT + (MOST_DOT - LEAST_DOT) * Math.sqrt(n / most)}
          />
        </g>
      ))}
    </svg>
  )
}
