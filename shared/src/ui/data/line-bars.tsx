import type { ReactElement } from 'react'
import { cx } from '../helpers.ts'
import { type BarBox, layOutBars } from './bar-layout.ts'
import styles from './line-bars.module.css'

export interface LineBarsProps {
  /** One value per game, oldest first; the last ten are drawn. */
  values: readonly number[]
  line: number
  /** `row`: 192 × 60 pixels; `fold` 324 × 68 and `wide` 440 × 92 scale to the width of the container. */
  size?: 'row' | 'fold' | 'wide'
}

const SIZES = { row: [192, 60], fold: [324, 68], wide: [440, 92] } as const
const SHOWN = 10

/** Returns the text alternative of the chart. */
export function describeBars(values: readonly number[], line: number): string {
  if (values.length === 0) return `No games against the line ${line}`
  const over = values.filter((value) => value > line).length
  const push = values.filter((value) => value === line).length
  const games = values.length === 1 ? 'Last game' : `Last ${values.length} games, oldest first`
  return `${games}: ${values.join(', ')}; line ${line}; over in ${over}${push ? `, push in ${push}` : ''}`
}

const Bar = ({ bar }: { bar: BarBox }) => (
  <>
    <rect
      x={bar.x}
      y={bar.y}
      width={bar.width}
      height={bar.height}
      rx="1"
      className={cx(styles[bar.side], bar.older && styles.older)}
    />
    <text x={bar.labelX} y={bar.labelY} className={cx(bar.older && styles.olderText)}>
      {bar.value}
    </text>
  </>
)

/**
 * Bar chart of the last ten games relative to the line: over extends upwards, under downwards, a push is
 * outlined.
 */
export function LineBars({ values, line, size = 'row' }: LineBarsProps): ReactElement {
  const shown = values.slice(-SHOWN)
  const [width, height] = SIZES[size]
  const { lineY, bars } = layOutBars(shown, line, width, height)
  return (
    <svg
      className={cx(styles.bars, size !== 'row' && styles.fluid)}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={describeBars(shown, line)}
    >
      {bars.map((bar) => (
        <Bar key={bar.x} bar={bar} />
      ))}
      <path className={styles.line} d={`M0 ${lineY}H${width}`} />
    </svg>
  )
}
