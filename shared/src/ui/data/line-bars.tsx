import { Fragment, type ReactElement } from 'react'
import type { Side } from '../../domain/lines/recommendation.ts'
import { cx } from '../helpers.ts'
import styles from './line-bars.module.css'

export interface BarBox {
  value: number
  side: 'over' | 'under' | 'push'
  /** Older than the last five games, which the trend compares; drawn with lower opacity. */
  older: boolean
  x: number
  y: number
  width: number
  height: number
  labelX: number
  labelY: number
}

export interface BarLayout {
  lineY: number
  bars: BarBox[]
}

/** Space for the labels above and below the bars, in pixels. */
const TOP = 13
const BOTTOM = 15
/** Minimum bar height in pixels, so that a game close to the line still shows its side. */
const MIN_BAR = 3
const PUSH_HEIGHT = 6
const MAX_BAR_WIDTH = 16

function sideOf(value: number, line: number): BarBox['side'] {
  if (value > line) return 'over'
  return value < line ? 'under' : 'push'
}

/** Returns the y coordinate of the top of a bar. A push is centred on the line. */
function topOf(side: BarBox['side'], lineY: number, length: number): number {
  if (side === 'over') return lineY - length
  return side === 'under' ? lineY : lineY - length / 2
}

/**
 * Computes the layout of a bar chart: one bar per game, starting at the line, oldest on the left, each with a
 * label.
 * @param values one value per game, oldest first
 * @param width pixels
 * @param height pixels
 */
export function layoutBars(
  values: readonly number[],
  line: number,
  width: number,
  height: number,
): BarLayout {
  const most = Math.max(0, ...values.map((value) => value - line))
  const least = Math.max(0, ...values.map((value) => line - value))
  const unit = (height - TOP - BOTTOM) / Math.max(1, most + least)
  const lineY = TOP + most * unit
  const slot = width / Math.max(1, values.length)
  const bar = Math.min(MAX_BAR_WIDTH, slot * 0.5625)
  const bars = values.map((value, index): BarBox => {
    const side = sideOf(value, line)
    const length = side === 'push' ? PUSH_HEIGHT : Math.max(MIN_BAR, Math.abs(value - line) * unit)
    const x = slot * index + (slot - bar) / 2
    const y = topOf(side, lineY, length)
    return {
      value,
      side,
      older: index < values.length - 5,
      x,
      y,
      width: bar,
      height: length,
      labelX: x + bar / 2,
      labelY: side === 'over' ? y - 4 : y + length + 10,
    }
  })
  return { lineY, bars }
}

export interface LineBarsProps {
  /** One value per game, oldest first; the last ten are drawn. */
  values: readonly number[]
  line: number
  /** The side whose wins the text alternative counts. */
  side?: Side | null
  /** `row`: 192 × 60 pixels; `fold` 324 × 68 and `wide` 440 × 92 scale to the width of the container. */
  size?: 'row' | 'fold' | 'wide'
  className?: string
}

const SIZES = { row: [192, 60], fold: [324, 68], wide: [440, 92] } as const
const SHOWN = 10

/** Returns the text alternative of the chart. */
export function describeBars(values: readonly number[], line: number, side: Side | null = null): string {
  if (values.length === 0) return `No games against the line ${line}`
  const under = side === 'UNDER'
  const hits = values.filter((value) => (under ? value < line : value > line)).length
  const push = values.filter((value) => value === line).length
  const games = values.length === 1 ? 'Last game' : `Last ${values.length} games, oldest first`
  return `${games}: ${values.join(', ')}; line ${line}; ${under ? 'under' : 'over'} in ${hits}${push ? `, push in ${push}` : ''}`
}

/** Outline of a bar with corners rounded by one pixel. */
const outlineOf = ({ x, y, width, height }: BarBox): string =>
  `M${x + 1} ${y}h${width - 2}a1 1 0 0 1 1 1v${height - 2}a1 1 0 0 1-1 1h${2 - width}a1 1 0 0 1-1-1v${2 - height}a1 1 0 0 1 1-1z`

/** The bars of one side and age as one path, because a long board draws thousands of bars. */
function BarPath({ bars, side, older }: { bars: readonly BarBox[]; side: BarBox['side']; older: boolean }) {
  const drawn = bars.filter((bar) => bar.side === side && bar.older === older)
  if (drawn.length === 0) return null
  return <path className={cx(styles[side], older && styles.older)} d={drawn.map(outlineOf).join('')} />
}

/** The labels of one age. Labels of one character share an element, in which each has its own position. */
function BarLabels({ bars, older }: { bars: readonly BarBox[]; older: boolean }) {
  const labels = bars.filter((bar) => bar.older === older).map((bar) => ({ ...bar, text: String(bar.value) }))
  const short = labels.filter(({ text }) => text.length === 1)
  const long = labels.filter(({ text }) => text.length > 1)
  const className = cx(older && styles.olderText)
  return (
    <>
      {short.length > 0 && (
        <text
          className={className}
          x={short.map(({ labelX }) => labelX).join(' ')}
          y={short.map(({ labelY }) => labelY).join(' ')}
        >
          {short.map(({ text }) => text).join('')}
        </text>
      )}
      {long.map(({ text, labelX, labelY }) => (
        <text key={labelX} className={className} x={labelX} y={labelY}>
          {text}
        </text>
      ))}
    </>
  )
}

const SIDES = ['over', 'under', 'push'] as const
const AGES = [true, false] as const

/**
 * Bar chart of the last ten games relative to the line: over extends upwards, under downwards, a push is
 * outlined.
 */
export function LineBars({
  values,
  line,
  side = null,
  size = 'row',
  className,
}: LineBarsProps): ReactElement {
  const shown = values.slice(-SHOWN)
  const [width, height] = SIZES[size]
  const { lineY, bars } = layoutBars(shown, line, width, height)
  return (
    <svg
      className={cx(styles.bars, size !== 'row' && styles.fluid, className)}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={describeBars(shown, line, side)}
    >
      {AGES.map((older) => (
        <Fragment key={String(older)}>
          {SIDES.map((side) => (
            <BarPath key={side} bars={bars} side={side} older={older} />
          ))}
          <BarLabels bars={bars} older={older} />
        </Fragment>
      ))}
      <path className={styles.line} d={`M0 ${lineY}H${width}`} />
    </svg>
  )
}
