import { overRate } from '@propsight/shared/domain'
import { Chart } from '@propsight/shared/ui'
import { useCallback, useMemo } from 'react'
import { chartHeight, plotOf } from './chart-plot.ts'
import styles from './game-chart.module.css'
import { type GamesDrawing, gamesOption, hasShortLabels } from './games-option.ts'
import { LineHandle } from './line-handle.tsx'

interface GameChartProps extends GamesDrawing {
  onLine(line: number): void
}

const STEP = 0.5

/** 'over in 8 of 10', followed by the number of pushes if there are any. */
export function overCountText(values: readonly number[], line: number): string {
  const { over, under, push } = overRate(values, line, values.length)
  return `over in ${over} of ${over + under}${push > 0 ? `, ${push} push` : ''}`
}

/** The games as bars, colored by their side of the line, with the draggable line across them. */
export function GameChart({ games, line, most, stat, demo, onLine }: GameChartProps) {
  const drawing = useMemo(() => ({ games, line, most, stat, demo }), [games, line, most, stat, demo])
  const optionOf = useCallback((width: number) => gamesOption(drawing, width), [drawing])
  const found = overCountText(
    games.map(({ value }) => value),
    line,
  )
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
