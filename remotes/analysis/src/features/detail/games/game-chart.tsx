import { overRate, type Side, sideCountsText } from '@propsight/shared/domain'
import { Chart } from '@propsight/shared/ui'
import { useCallback, useMemo } from 'react'
import { chartHeight, plotOf } from './chart-plot.ts'
import styles from './game-chart.module.css'
import { type GamesDrawing, gamesOption, hasShortLabels } from './games-option.ts'
import { LineHandle } from './line-handle.tsx'

interface GameChartProps extends GamesDrawing {
  /** The side whose wins the text alternative counts. */
  side: Side | null
  onLine(line: number): void
}

const STEP = 0.5

/** The games as bars, colored by their side of the line, with the draggable line across them. */
export function GameChart({ games, line, most, stat, demo, side, onLine }: GameChartProps) {
  const drawing = useMemo(() => ({ games, line, most, stat, demo }), [games, line, most, stat, demo])
  const optionOf = useCallback((width: number) => gamesOption(drawing, width), [drawing])
  const values = games.map(({ value }) => value)
  const found = sideCountsText(overRate(values, line, values.length), side)
  const count = games.length === 1 ? 'the last game' : `the last ${games.length} games`
  const label = demo
    ? `Demo: what ten games against a line of ${line} look like`
    : `${stat} in ${count} against a line of ${line}: ${found}`
  return (
    <Chart
      label={label}
      heightOf={chartHeight}
      optionOf={optionOf}
      classOf={(width) => (hasShortLabels(drawing, width) ? styles.short : undefined)}
    >
      {(width) => (
        <LineHandle
          plot={plotOf(width, most)}
          line={line}
          step={STEP}
          text={demo ? `${line}, demo` : `${line}, ${found}`}
          onLine={onLine}
        />
      )}
    </Chart>
  )
}
