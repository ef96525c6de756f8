import { dateText } from '../../state/parlay-text.ts'
import type { ProfitPoint } from './parlay-record.ts'
import styles from './track.module.css'
import { profitText } from './track-labels.ts'

export const PROFIT_SIZE = { width: 420, height: 220, left: 44, right: 306, top: 12, bottom: 208 } as const
/** Minimum vertical distance of the two labels at the end of the lines. */
const LABEL_GAP = 16

export interface ProfitLayout {
  /** Step paths (SVG `d`) that start at zero on the left. */
  flat: string
  recommended: string
  zero: number
  ticks: { y: number; text: string }[]
  labels: { y: number; text: string }[]
}

const STEPS = [1, 2, 5]

/**
 * A round distance between gridlines (1, 2 or 5 times a power of ten) that divides the span into at most four
 * parts.
 */
function stepOf(span: number): number {
  const rough = span / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = STEPS.find((each) => each * power >= rough) ?? 10
  return step * power
}

function signOf(units: number): string {
  if (units > 0) return '+'
  return units < 0 ? '−' : ''
}

const tickText = (units: number): string => `${signOf(units)}${Math.round(Math.abs(units) * 100) / 100}`

/** Computes the geometry of the profit chart. The scale always includes zero. */
export function layOutProfit(profit: readonly ProfitPoint[]): ProfitLayout {
  const values = [0, ...profit.flatMap(({ flat, recommended }) => [flat, recommended])]
  // Spreading a long record into Math.max would overflow the stack.
  const least = values.reduce((a, b) => Math.min(a, b))
  const most = values.reduce((a, b) => Math.max(a, b))
  const step = stepOf(Math.max(1, most - least))
  const low = Math.floor(least / step) * step
  const high = Math.ceil(most / step) * step
  const { left, right, top, bottom } = PROFIT_SIZE
  const span = Math.max(step, high - low)
  const y = (units: number): number => bottom - ((units - low) / span) * (bottom - top)
  const x = (at: number): number => left + (at / profit.length) * (right - left)
  const round = (figure: number): number => Math.round(figure * 10) / 10
  const path = (profitOf: (point: ProfitPoint) => number): string => {
    const steps = profit.map((point, at) => `H${round(x(at + 1))}V${round(y(profitOf(point)))}`)
    return `M${left} ${round(y(0))}${steps.join('')}`
  }
  const ticks = Array.from({ length: Math.round(span / step) + 1 }, (_, at) => low + at * step)
  const last = profit.at(-1)
  const flat = y(last?.flat ?? 0)
  const recommended = y(last?.recommended ?? 0)
  const apart = Math.max(0, LABEL_GAP - Math.abs(flat - recommended)) / 2
  const up = flat <= recommended ? -1 : 1
  return {
    flat: path((point) => point.flat),
    recommended: path((point) => point.recommended),
    zero: y(0),
    ticks: ticks.map((units) => ({ y: y(units), text: tickText(units) })),
    labels: [
      { y: flat + up * apart, text: 'one unit each' },
      { y: recommended - up * apart, text: 'recommended' },
    ],
  }
}

/** The content of the chart as one sentence, for assistive technology. */
export function describeProfit(profit: readonly ProfitPoint[]): string {
  const first = profit[0]
  const last = profit.at(-1)
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
