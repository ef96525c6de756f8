import { overRate, type Side, sideCountsText } from '@propsight/shared/domain'
import { Chart } from '@propsight/shared/ui'
import { useCallback, useMemo } from 'react'
import { chartHeight, computePlot } from './chart-plot.ts'
import styles from './game-chart.module.css'
import { barColors, type GamesDrawing, gamesOption, hasShortLabels } from './games-option.ts'
import { LineHandle } from './line-handle.tsx'
import type { LineChange } from './use-line-drag.ts'

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
