import type { PriceChange } from '@propsight/shared/contracts'
import {
  decimalOdds,
  findOutOfLine,
  impliedChance,
  lineConsensus,
  type OddsSide,
  type Quote,
  type VigRemoval,
} from '@propsight/shared/domain/odds'
import { formatPercent } from '@propsight/shared/format'
import {
  CHART_COLORS,
  CHART_FONT,
  type ChartOption,
  chartTooltip,
  type RenderChartItem,
} from '@propsight/shared/ui'

/** A price from one change to the next. Null while the book does not offer the side. */
export interface PricePoint {
  /** Epoch milliseconds. */
  at: number
  american: number | null
  /** Chance at which a bet at the price breaks even. */
  chance: number | null
}

/** The consensus from one change to the next; null while no book offers both sides. */
export interface ConsensusPoint {
  at: number
  chance: number | null
}

export interface PriceHistory {
  books: readonly { book: string; points: readonly PricePoint[] }[]
  consensus: readonly ConsensusPoint[]
  /** Changes to prices that were out of line when they were made: they do not count in the consensus. */
  outOfLine: ReadonlySet<PriceChange>
}

const quoteOf = ({ book, line, over, under }: PriceChange): Quote => ({
  book,
  line,
  over: over === null ? null : decimalOdds(over),
  under: under === null ? null : decimalOdds(under),
})

/**
 * The prices of one side of a line per book, and the chance of the side without margin over the books after each
 * change, without those whose price is out of line then.
 * @param changes oldest first
 */
export function readHistory(
  changes: readonly PriceChange[],
  line: number,
  side: OddsSide,
  removal: VigRemoval,
): PriceHistory {
  const books = new Map<string, PricePoint[]>()
  const consensus: ConsensusPoint[] = []
  const outOfLine = new Set<PriceChange>()
  /** Current quote of each book, with its change. */
  const current = new Map<string, Quote & { change: PriceChange }>()
  const own = changes.filter((change) => change.line === line)
  for (const [index, change] of own.entries()) {
    const at = Date.parse(change.at)
    const american = change[side]
    const chance = american === null ? null : impliedChance(decimalOdds(american))
    const points = books.get(change.book) ?? []
    books.set(change.book, points)
    points.push({ at, american, chance })
    current.set(change.book, { ...quoteOf(change), change })
    // Changes of one read have one time, and the state after all of them counts.
    if (own[index + 1]?.at === change.at) continue
    const quotes = [...current.values()]
    const far = findOutOfLine(quotes)
    for (const quote of far) outOfLine.add(quote.change)
    const credible = quotes.filter((quote) => !far.has(quote))
    const over = lineConsensus(credible, line, removal)?.over ?? null
    consensus.push({ at, chance: over === null || side === 'over' ? over : 1 - over })
  }
  return { books: [...books].map(([book, points]) => ({ book, points })), consensus, outOfLine }
}

/** The last point at or before a time; null before the first. */
export const pointAt = <P extends { at: number }>(points: readonly P[], at: number): P | null =>
  points.findLast((point) => point.at <= at) ?? null

/** Step lines of chances until `end`, one per stretch without a gap. */
export function stretches(
  points: readonly { at: number; chance: number | null }[],
  end: number,
): [at: number, chance: number][][] {
  const found: [number, number][][] = []
  let current: [number, number][] | null = null
  for (const [index, { at, chance }] of points.entries()) {
    const until = points[index + 1]?.at ?? Math.max(end, at)
    if (chance === null) {
      current = null
      continue
    }
    if (!current) {
      current = []
      found.push(current)
    }
    current.push([at, chance], [until, chance])
  }
  return found
}

const PERCENT = 100
/** Least vertical distance of the labels at the ends of the lines, in pixels. */
const LABEL_GAP_PX = 14
const LABEL_DISTANCE_PX = 8
const LABEL_WIDTH_PX = 92
const NARROW_PX = 480
const NARROW_LABEL_WIDTH_PX = 64
const TOP_PX = 12
const BOTTOM_PX = 28
const CONSENSUS = 'Consensus'

export interface HistoryDrawing {
  history: PriceHistory
  /** End of the chart, epoch milliseconds: the last read of the prices. */
  end: number
  bookTitle(book: string): string
  priceText(american: number): string
  timeText(at: number): string
}

interface PlotArea {
  x: number
  y: number
  width: number
  height: number
}

interface DrawnLine {
  name: string
  /** Chance in percent at the end; null if the line ended before. */
  last: number | null
  stretches: [number, number][][]
  isConsensus: boolean
}

/** The lines of a chart in percent: the books, then the consensus over them. */
function linesOf({ history, end, bookTitle }: HistoryDrawing): DrawnLine[] {
  const toLine = (
    name: string,
    points: readonly { at: number; chance: number | null }[],
    isConsensus: boolean,
  ) => {
    const last = points.at(-1)?.chance ?? null
    return {
      name,
      isConsensus,
      last: last === null ? null : PERCENT * last,
      stretches: stretches(points, end).map((stretch) =>
        stretch.map(([at, chance]): [number, number] => [at, PERCENT * chance]),
      ),
    }
  }
  return [
    ...history.books.map(({ book, points }) => toLine(bookTitle(book), points, false)),
    toLine(CONSENSUS, history.consensus, true),
  ]
}

/**
 * Moves labels apart, in pixels from the top: each keeps at least the gap to the one above it.
 * @param wanted by their places, from the top
 */
export function spreadLabels(wanted: readonly number[], least: number, most: number): number[] {
  const placed: number[] = []
  for (const y of wanted) placed.push(Math.max(y, (placed.at(-1) ?? least - LABEL_GAP_PX) + LABEL_GAP_PX))
  for (let at = placed.length - 1; at >= 0; at--)
    placed[at] = Math.min(placed[at] ?? 0, (placed[at + 1] ?? most + LABEL_GAP_PX) - LABEL_GAP_PX)
  return placed
}

/** The tooltip at a change: time, consensus, and the price of each book then. */
function tooltipAt({ history, bookTitle, priceText, timeText }: HistoryDrawing, index: number): string[] {
  const moment = history.consensus[index]
  if (!moment) return []
  const prices = history.books.flatMap(({ book, points }) => {
    const american = pointAt(points, moment.at)?.american ?? null
    return american === null ? [] : [`${bookTitle(book)} ${priceText(american)}`]
  })
  const consensus = moment.chance === null ? [] : [`${CONSENSUS} ${formatPercent(moment.chance)}`]
  return [timeText(moment.at), ...consensus, ...prices]
}

const AXIS_STEPS = [1, 2, 5, 10, 20] as const
const MOST_INTERVALS = 5

/** Scale of the axis in percent: whole steps around all values. */
export function axisOf(values: readonly number[]): { min: number; max: number; interval: number } {
  const low = Math.min(...values, PERCENT)
  const high = Math.max(...values, 0)
  const interval =
    AXIS_STEPS.find((step) => (high - low) / step <= MOST_INTERVALS - 1) ?? PERCENT / MOST_INTERVALS
  const min = Math.floor(low / interval) * interval
  return { min, max: Math.max(Math.ceil(high / interval) * interval, min + interval), interval }
}

/** Prices over time: a line per book at the break-even of its price, and the consensus without margin. */
export function historyOption(drawing: HistoryDrawing, width: number): ChartOption {
  const { history, end, timeText } = drawing
  const lines = linesOf(drawing)
  const start = Math.min(...history.consensus.map(({ at }) => at), end - 1)
  const labelWidth = width < NARROW_PX ? NARROW_LABEL_WIDTH_PX : LABEL_WIDTH_PX
  /** Draws all lines with their labels at the first item; the others are for the tooltips. */
  const renderItem: RenderChartItem = ({ dataIndex, coordSys }, api) => {
    if (dataIndex > 0) return null
    const { x = 0, y = 0, width: plot = 0, height = 0 } = coordSys as Partial<PlotArea>
    const toPoint = ([at, percent]: [number, number]): [number, number] => {
      const [left = 0, top = 0] = api.coord([at, percent])
      return [left, top]
    }
    const labelled = lines
      .flatMap((line) => (line.last === null ? [] : [{ ...line, y: toPoint([end, line.last])[1] }]))
      .sort((a, b) => a.y - b.y)
    const placed = spreadLabels(
      labelled.map((line) => line.y),
      y,
      y + height,
    )
    return {
      type: 'group',
      children: [
        ...lines.flatMap(({ stretches: of, isConsensus }) =>
          of.map((stretch) => ({
            type: 'polyline' as const,
            shape: { points: stretch.map(toPoint) },
            style: {
              fill: 'none',
              stroke: isConsensus ? CHART_COLORS.chalk : CHART_COLORS.base,
              lineWidth: isConsensus ? 1.75 : 1,
            },
          })),
        ),
        ...labelled.map(({ name, isConsensus }, at) => ({
          type: 'text' as const,
          x: x + plot + LABEL_DISTANCE_PX,
          y: placed[at] ?? 0,
          style: {
            text: name,
            fill: isConsensus ? CHART_COLORS.chalk : CHART_COLORS.text,
            fontSize: 11,
            fontFamily: CHART_FONT,
            verticalAlign: 'middle' as const,
            width: labelWidth,
            overflow: 'truncate' as const,
          },
        })),
      ],
    }
  }
  return {
    grid: { left: 44, right: labelWidth + LABEL_DISTANCE_PX, top: TOP_PX, bottom: BOTTOM_PX },
    xAxis: {
      type: 'value',
      min: start,
      max: end,
      interval: end - start,
      axisLabel: { formatter: timeText, alignMinLabel: 'left', alignMaxLabel: 'right', margin: 10 },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      ...axisOf(lines.flatMap((line) => line.stretches.flat().map(([, percent]) => percent))),
      axisLabel: { formatter: (percent: number) => `${percent}%` },
    },
    tooltip: chartTooltip('axis', (index) => tooltipAt(drawing, index)),
    series: {
      type: 'custom',
      renderItem,
      encode: { x: 0, y: 1 },
      data: history.consensus.map(({ at, chance }) => [at, PERCENT * (chance ?? 0)]),
    },
  }
}

/** The finding of the chart as one sentence, for assistive technology. */
export function describeHistory({ history, timeText }: HistoryDrawing): string {
  const known = history.consensus.filter(({ chance }) => chance !== null)
  const [first, last] = [known[0], known.at(-1)]
  const from = first?.chance ?? null
  const to = last?.chance ?? null
  if (!first || from === null || to === null) return 'Prices over time; no book offers both sides'
  return `Consensus without margin from ${formatPercent(from)} at ${timeText(first.at)} to ${formatPercent(to)}, prices of ${history.books.length} books`
}
