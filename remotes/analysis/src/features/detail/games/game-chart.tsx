import { gameBar, overRate, type RatedGame, type Side, sideCountsText } from '@propsight/shared/domain'
import { CHART_COLORS, Chart, type ChartOption, chartTooltip, cx } from '@propsight/shared/ui'
import { type CSSProperties, type KeyboardEvent, useCallback, useMemo } from 'react'
import { dayText, matchupText } from '../labels.ts'
import { chartHeight, computePlot, GRIDLINES, type Plot, yOf } from './chart-plot.ts'
import styles from './game-chart.module.css'
import { type LineChange, useLineDrag } from './use-line-drag.ts'

/** Minimum height of a bar as a share of the axis (N12). */
const LEAST_BAR = 0.06
const BAR_SHARE = 0.58
const WIDEST_BAR = 40
/** Minimum width per bar for the label 'vs ATH', for the short label '@LAA', and for a figure. */
const LABEL_PX = 52
const SHORT_LABEL_PX = 27
const FIGURE_PX = 15
/** Distance of a figure from its bar, and from the line where it is moved above it. */
const FIGURE_GAP = 4

const { base, chalk, dim, over, push, surface, text, under } = CHART_COLORS
/** A halo keeps a figure readable where the line crosses it. */
const HALO = { textBorderColor: surface, textBorderWidth: 5 }
const RICH = {
  figure: { ...HALO, fontSize: 14, fontWeight: 650, color: chalk, lineHeight: 16 },
  push: { ...HALO, fontSize: 11, fontWeight: 500, color: dim, lineHeight: 14 },
}

/** Fill and edge of a bar by its side of the line. */
const SIDES = {
  over: [over, over],
  under: [under, under],
  push: [surface, push],
} as const
type BarSide = keyof typeof SIDES
const EDGE_PX = 1.5
/** The CSS variables with the colors of the bar of a game. */
const fillOf = (index: number) => `--fill-${index}`
const edgeOf = (index: number) => `--edge-${index}`

/** The side of the line that the bar of a game is on. */
function sideOf({ place, value }: RatedGame, line: number): BarSide {
  const bar = gameBar(place, value, line)
  if (bar.push) return 'push'
  return bar.result === 'OVER' ? 'over' : 'under'
}

/**
 * The colors of the bars as CSS variables of an element around the chart. They are not part of the drawing, so that a
 * dragged line colors the bars without drawing them again.
 */
const barColors = (games: readonly RatedGame[], line: number): CSSProperties =>
  Object.fromEntries(
    games.flatMap((game, index) => {
      const [fill, edge] = SIDES[sideOf(game, line)]
      return [
        [fillOf(index), fill],
        [edgeOf(index), edge],
      ]
    }),
  )

interface GamesDrawing {
  /** Oldest first. */
  games: readonly RatedGame[]
  /** The line that the figures make room for. */
  line: number
  /** Upper end of the axis. */
  most: number
  stat: string
  demo: boolean
}

/** Pixels by which a figure over a bar is moved up, so that the line does not cross it. */
function liftOf(barTop: number, lineY: number): number {
  const bottom = barTop - FIGURE_GAP
  const isCrossed = lineY < bottom + FIGURE_GAP && lineY > bottom - RICH.figure.lineHeight - FIGURE_GAP
  return isCrossed ? Math.max(0, bottom + FIGURE_GAP - lineY) : 0
}

/**
 * A bar for each game. A game with value 0 has the least height and a weaker color, since its height
 * represents no count.
 */
function buildBar(game: RatedGame, index: number, { line, most }: GamesDrawing, width: number, plot: Plot) {
  const figure = `{figure|${game.value}}`
  const value = Math.max(LEAST_BAR * most, game.value)
  return {
    value,
    itemStyle: {
      color: `var(${fillOf(index)})`,
      // Weaker colors would add up where the edge covers the bar. No line is at 0, so that the bar is never a push.
      ...(game.value > 0 && { borderColor: `var(${edgeOf(index)})`, borderWidth: EDGE_PX }),
      borderRadius: Math.min(3, width / 4),
      opacity: game.value <= 0 ? 0.55 : 1,
    },
    label: {
      formatter: sideOf(game, line) === 'push' ? `{push|push}\n${figure}` : figure,
      offset: [0, -liftOf(yOf(plot, value), yOf(plot, line))],
    },
  }
}

const isShort = (slot: number): boolean => slot < LABEL_PX

const slotOf = (games: readonly RatedGame[], { left, right }: Plot): number =>
  (right - left) / Math.max(1, games.length)

/** Whether the labels below the bars are short and narrow for lack of room. */
const hasShortLabels = ({ games, most }: GamesDrawing, width: number): boolean =>
  isShort(slotOf(games, computePlot(width, most)))

/** Opponent and date below a bar; empty for the games that are left out for lack of room. */
function buildLabels(games: readonly RatedGame[], slot: number): string[] {
  const short = isShort(slot)
  const every = short ? Math.max(1, Math.ceil(SHORT_LABEL_PX / slot)) : 1
  // Counted from the newest game, so that it always has its label.
  const shown = (index: number) => (games.length - 1 - index) % every === 0
  return games.map(({ place }, index) =>
    shown(index) ? `{opponent|${matchupText(place, short)}}\n{day|${dayText(place.date, short)}}` : '',
  )
}

const tooltipLines = (game: RatedGame, { line, stat }: GamesDrawing): string[] => [
  [dayText(game.place.date), matchupText(game.place)].filter(Boolean).join(', '),
  `${game.value} ${stat}, ${sideOf(game, line)}`,
]

/** The games as bars from 0, oldest on the left, in the colors of `barColors`. The line itself is an element over them. */
export function gamesOption(drawing: GamesDrawing, width: number): ChartOption {
  const { games, most, demo } = drawing
  const plot = computePlot(width, most)
  const { left, right, top, bottom, wide } = plot
  const slot = slotOf(games, plot)
  const bar = Math.max(1, Math.min(WIDEST_BAR, slot * BAR_SHARE))
  const labels = buildLabels(games, slot)
  const short = isShort(slot)
  return {
    grid: { left, right: width - right, top, bottom: chartHeight(width) - bottom },
    xAxis: {
      type: 'category',
      data: games.map((_, index) => String(index)),
      axisLine: { lineStyle: { color: base } },
      axisLabel: {
        interval: 0,
        margin: 10,
        formatter: (_: string, index: number) => labels[index] ?? '',
        rich: {
          opponent: { color: text, fontSize: short ? 10 : 12, lineHeight: 17 },
          day: { color: dim, fontSize: 11, lineHeight: 17 },
        },
      },
    },
    yAxis: {
      type: 'value',
      min: 0,
      max: most,
      interval: most / GRIDLINES,
      axisLabel: { show: wide, margin: 10 },
    },
    tooltip: {
      ...chartTooltip('axis', (index) => {
        const game = games[index]
        return game ? tooltipLines(game, drawing) : []
      }),
      show: !demo,
    },
    series: {
      type: 'bar',
      data: games.map((game, index) => buildBar(game, index, drawing, bar, plot)),
      barWidth: bar,
      label: { show: slot >= FIGURE_PX, opacity: 1, position: 'top', distance: FIGURE_GAP, rich: RICH },
    },
  }
}

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
