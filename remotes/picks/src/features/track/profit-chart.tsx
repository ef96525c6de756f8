import { dateText } from '../../state/parlay-text.ts'
import type { ProfitPoint } from './parlay-record.ts'
import { layOutProfit, PROFIT_SIZE } from './profit-layout.ts'
import styles from './track.module.css'
import { profitText } from './track-labels.ts'

/** The content of the chart as one sentence, for assistive technology. */
export function describeProfit(profit: readonly ProfitPoint[]): string {
  const [first, last] = [profit[0], profit.at(-1)]
  if (!first || !last) return 'No profit yet'
  return `Profit after ${profit.length} parlays, ${dateText(first.settledAt)} to ${dateText(last.settledAt)}: ${profitText(last.flat)} at one unit each, ${profitText(last.recommended)} at the recommended units`
}

/**
 * The cumulative profit after each parlay as a step chart from zero: one unit each solid, recommended units
 * dashed.
 */
export function ProfitChart({ profit }: { profit: readonly ProfitPoint[] }) {
  const { flat, recommended, zero, ticks, labels } = layOutProfit(profit)
  return (
    <svg
      viewBox={`0 0 ${PROFIT_SIZE.width} ${PROFIT_SIZE.height}`}
      className={styles.chart}
      role="img"
      aria-label={describeProfit(profit)}
    >
      {ticks.map(({ y, text }) => (
        <g key={text}>
          <path className={styles.rule} d={`M${PROFIT_SIZE.left} ${y}H${PROFIT_SIZE.right}`} />
          <text x={PROFIT_SIZE.left - 8} y={y + 4} className={styles.end}>
            {text}
          </text>
        </g>
      ))}
      <path className={styles.zero} d={`M${PROFIT_SIZE.left} ${zero}H${PROFIT_SIZE.right}`} />
      <path className={styles.recommended} d={recommended} />
      <path className={styles.flat} d={flat} />
      {labels.map(({ y, text }) => (
        <text key={text} x={PROFIT_SIZE.right + 8} y={y + 4}>
          {text}
        </text>
      ))}
    </svg>
  )
}
