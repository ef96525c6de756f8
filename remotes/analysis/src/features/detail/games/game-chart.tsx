import { gameBar, overRate, type RatedGame } from '@propsight/shared/domain'
import { cx } from '@propsight/shared/ui'
import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { dayText, matchupText } from '../labels.ts'
import { CHART_HEIGHT, type ChartBar, type ChartLayout, layOutChart } from './chart-layout.ts'
import styles from './game-chart.module.css'
import { LineHandle } from './line-handle.tsx'

/**
 * Width of an element in pixels, updated when the window is resized.
 * @param initialWidth width before the first measurement
 */
export function useWidth(initialWidth: number) {
  const container = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(initialWidth)
  useLayoutEffect(() => {
    const element = container.current
    if (!element) return
    const measure = () => {
      // A hidden element has width 0; the last width is kept.
      if (element.clientWidth > 0) setWidth(element.clientWidth)
    }
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [])
  return { container, width }
}

interface GameChartProps {
  games: readonly RatedGame[]
  line: number
  /** End of the axis. */
  most: number
  stat: string
  demo: boolean
  onLine(line: number): void
}

const FIRST_WIDTH_PX = 820
const STEP = 0.5
const WIDE_PX = 560

/** 'over in 8 of 10', followed by the number of pushes if there are any. */
export function overCountText(values: readonly number[], line: number): string {
  const { over, under, push } = overRate(values, line, values.length)
  return `over in ${over} of ${over + under}${push > 0 ? `, ${push} push` : ''}`
}

const Grid = memo(function Grid({ layout, width }: { layout: ChartLayout; width: number }) {
  const { left, right, ticks } = layout
  return (
    <g>
      {ticks.map(({ value, y }) => (
        <g key={value}>
          <path className={value === 0 ? styles.base : styles.rule} d={`M${left} ${y}H${right}`} />
          {width >= WIDE_PX && (
            <text x={left - 10} y={y + 4} className={styles.tick}>
              {value}
            </text>
          )}
        </g>
      ))}
    </g>
  )
})

interface GameBarProps {
  bar: ChartBar
  side: 'over' | 'under' | 'push'
  figure: boolean
}

/** One game. Memoized: renders again only when its side of the line changes. */
const Bar = memo(function Bar({ bar, side, figure }: GameBarProps) {
  const { value, x, y, width, height, middle, least } = bar
  return (
    <>
      <rect
        x={x}
        y={y}
        width={width}
        height={height}
        rx={Math.min(3, width / 4)}
        className={cx(styles[side], least && styles.least)}
      />
      {figure && (
        <text x={middle} y={y - 8} className={styles.value}>
          {value}
          {side === 'push' && (
            <tspan x={middle} dy={-15} className={styles.pushed}>
              push
            </tspan>
          )}
        </text>
      )}
    </>
  )
})

const Labels = memo(function Labels({ games, layout }: { games: readonly RatedGame[]; layout: ChartLayout }) {
  const { bars, bottom, labels } = layout
  // Counted from the newest game, so that it always has its label.
  const shown = (index: number) => (bars.length - 1 - index) % labels.every === 0
  return (
    <g className={cx(labels.short && styles.short)}>
      {bars.map(({ middle }, index) => {
        const place = games[index]?.place
        if (!place || !shown(index)) return null
        return (
          <g key={middle}>
            <text x={middle} y={bottom + 20} className={styles.opponent}>
              {matchupText(place, labels.short)}
            </text>
            <text x={middle} y={bottom + 37} className={styles.date}>
              {dayText(place.date, labels.short)}
            </text>
          </g>
        )
      })}
    </g>
  )
})

/** The side of the line that the bar of a game is on. */
function sideOf(game: RatedGame | undefined, value: number, line: number): GameBarProps['side'] {
  if (!game) return 'push'
  const { push, result } = gameBar(game.place, value, line)
  if (push) return 'push'
  return result === 'OVER' ? 'over' : 'under'
}

/** The games as bars, colored by their side of the line, with the draggable line across them. */
export function GameChart({ games, line, most, stat, demo, onLine }: GameChartProps) {
  const { container, width } = useWidth(FIRST_WIDTH_PX)
  const values = useMemo(() => games.map(({ value }) => value), [games])
  const layout = useMemo(() => layOutChart(values, width, most), [values, width, most])
  const height = width >= WIDE_PX ? CHART_HEIGHT.wide : CHART_HEIGHT.narrow
  const found = overCountText(values, line)
  const count = values.length === 1 ? 'the last game' : `the last ${values.length} games`
  const label = demo
    ? `Demo: what ten games against a line of ${line} look like`
    : `${stat} in ${count} against a line of ${line}: ${found}`
  return (
    <div ref={container} className={styles.chart} style={{ height }}>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        <Grid layout={layout} width={width} />
        {layout.bars.map((bar, index) => {
          const side = sideOf(games[index], bar.value, line)
          return <Bar key={bar.middle} bar={bar} side={side} figure={layout.figures} />
        })}
        <Labels games={games} layout={layout} />
      </svg>
      <LineHandle
        layout={layout}
        line={line}
        step={STEP}
        text={demo ? `${line}, demo` : `${line}, ${found}`}
        onLine={onLine}
      />
    </div>
  )
}
