import { overRate, type Side, sideCountsText } from '@propsight/shared/domain'
import { Chart, cx } from '@propsight/shared/ui'
import { type KeyboardEvent, useCallback, useMemo } from 'react'
import { chartHeight, computePlot, type Plot, yOf } from './chart-plot.ts'
import styles from './game-chart.module.css'
import { barColors, type GamesDrawing, gamesOption, hasShortLabels } from './games-option.ts'
import { type LineChange, useLineDrag } from './use-line-drag.ts'

interface LineHandleProps {
  plot: Plot
  line: number
  step: number
  /** '1.5, over in 8 of 10'. */
  text: string
  onLine: LineChange
}

/** Arrow keys move the line by one step, PageUp and PageDown by this many. */
const PAGE_STEPS = 4

/**
 * The line with its handle, a slider moved by dragging or by keys. An element over the drawing, so that moving it
 * costs a transform.
 */
function LineHandle({ plot, line, step, text, onLine }: LineHandleProps) {
  const { dragging, move, handlers } = useLineDrag({ plot, line, step, onLine })
  const onKeyDown = (event: KeyboardEvent) => {
    const to = {
      ArrowUp: line + step,
      ArrowRight: line + step,
      ArrowDown: line - step,
      ArrowLeft: line - step,
      PageUp: line + PAGE_STEPS * step,
      PageDown: line - PAGE_STEPS * step,
      Home: step,
      End: plot.most,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = Math.min(plot.most, Math.max(step, to))
    if (event.repeat) move(next)
    else if (next !== line) onLine(next, false)
  }
  return (
    <div
      className={cx(styles.line, dragging && styles.dragging)}
      style={{
        left: plot.left,
        width: plot.right - plot.left,
        transform: `translateY(${yOf(plot, line)}px)`,
      }}
    >
      <div
        role="slider"
        tabIndex={0}
        className={styles.grip}
        aria-label="Line"
        aria-orientation="vertical"
        aria-valuenow={line}
        aria-valuemin={step}
        aria-valuemax={plot.most}
        aria-valuetext={text}
        onKeyDown={onKeyDown}
        {...handlers}
      >
        <span>{line}</span>
      </div>
    </div>
  )
}

interface GameChartProps extends GamesDrawing {
  /** The line at rest; the figures make room for it once it is released or paused. */
  restingLine: number
  /** The side whose wins the text alternative counts. */
  side: Side | null
  onLine: LineChange
}

const STEP = 0.5

/**
 * The games as bars, colored by their side of the line, with the draggable line across them. While the line moves,
 * only the line and the colors change: echarts draws the whole chart for every change.
 */
export function GameChart(props: GameChartProps) {
  const { games, line, restingLine, most, stat, demo, side, onLine } = props
  const drawing = useMemo(
    () => ({ games, line: restingLine, most, stat, demo }),
    [games, restingLine, most, stat, demo],
  )
  const optionOf = useCallback((width: number) => gamesOption(drawing, width), [drawing])
  const values = games.map(({ value }) => value)
  const found = sideCountsText(overRate(values, line, values.length), side)
  const count = games.length === 1 ? 'the last game' : `the last ${games.length} games`
  const label = demo
    ? `Demo: ten example games against a line of ${line}`
    : `${stat} in ${count} against a line of ${line}: ${found}`
  return (
    <div style={barColors(games, line)}>
      <Chart
        label={label}
        heightOf={chartHeight}
        optionOf={optionOf}
        classOf={(width) => (hasShortLabels(drawing, width) ? styles.short : undefined)}
      >
        {(width) => (
          <LineHandle
            // A line that moves must not move the line of another market.
            key={stat}
            plot={computePlot(width, most)}
            line={line}
            step={STEP}
            text={demo ? `${line}, demo` : `${line}, ${found}`}
            onLine={onLine}
          />
        )}
      </Chart>
    </div>
  )
}
