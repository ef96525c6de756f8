import type { StatForecastWire } from '@propsight/shared/contracts'
import { confidencePercent, fairLine, lineOdds, marketLabel, type OddsType } from '@propsight/shared/domain'
import {
  CHART_COLORS,
  Chart,
  type ChartOption,
  chartTooltip,
  Panel,
  type RenderChartItem,
  Segmented,
  Table,
  type TableColumn,
} from '@propsight/shared/ui'
import { memo, useCallback, useMemo, useState } from 'react'
import type { RankedLine } from '../../../state/ranked-line.ts'
import { CHART_VIEWS, type ChartView, ODDS_LABELS } from '../labels.ts'
import { MissingPart } from '../missing-part.tsx'
import styles from '../panels.module.css'
import { SettingsTag } from '../what-if/settings-banner.tsx'

/** A line with the engine's probability that the stat ends over it. Probabilities are 0 to 1. */
export interface Rung {
  line: number
  /** Odds types of the book's lines at this number; empty if the book has none. */
  odds: readonly OddsType[]
  over: number
  /** 80% interval of `over`. */
  low: number
  high: number
  /** Probability that the stat equals the line; 0 for half lines. */
  push: number
}

interface OfferedLine {
  line: number
  oddsType: OddsType
}

/** Half lines on each side of a line of the book; fewer where the book has many lines. */
const NEIGHBOURS = [2, 1, 0] as const
const MOST_RUNGS = 12
const LEAST_LINE = 0.5

/** The nearest half lines below and above a line, `count` on each side. */
const halfLinesAround = (line: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => [
    Math.ceil(line - 0.5) - 0.5 - index,
    Math.floor(line + 0.5) + 0.5 + index,
  ])
    .flat()
    .filter((half) => half >= LEAST_LINE)

const isUncertain = (chance: number): boolean => {
  const percent = confidencePercent(chance)
  return percent > 0 && percent < 100
}

/**
 * The ladder of a market: the book's lines and the half lines around them, lowest first. Without a line of
 * the book, the half lines around the fair line. Half lines that the stat surely passes or misses are left
 * out.
 */
export function buildLadder(
  { distribution, low, high }: Pick<StatForecastWire, 'distribution' | 'low' | 'high'>,
  offered: readonly OfferedLine[],
): Rung[] {
  const own = offered.map(({ line }) => line)
  const centers = own.length > 0 ? own : [fairLine(distribution)]
  const around = NEIGHBOURS.map(
    (count) => new Set([...own, ...centers.flatMap((line) => halfLinesAround(line, count))]),
  )
  const lines = around.find(({ size }) => size <= MOST_RUNGS) ?? new Set(own)
  return [...lines]
    .toSorted((a, b) => a - b)
    .map((line) => {
      const { over, push } = lineOdds(distribution, line)
      const ends = [low, high].map((end) => lineOdds(end, line).over)
      return {
        line,
        odds: offered.filter((each) => each.line === line).map(({ oddsType }) => oddsType),
        over,
        low: Math.min(over, ...ends),
        high: Math.max(over, ...ends),
        push,
      }
    })
    .filter(({ odds, over }) => odds.length > 0 || isUncertain(over))
}

const ROW_PX = 28
const FOOT_PX = 26
const NAMES_PX = 92
const PERCENT_PX = 44
const BAR_PX = 12
const PERCENT = 100
/** Strength of the bars of lines that the book does not offer. */
const NOT_OFFERED = 0.62
const { chalk, dim, over, text } = CHART_COLORS

/** Height of the chart in pixels, one row per line. */
const ladderHeight = (rungs: readonly Rung[]): number => rungs.length * ROW_PX + FOOT_PX

/** 'Goblin'; empty for a line that the book does not offer. */
const offerText = ({ odds }: Rung): string => odds.map((type) => ODDS_LABELS[type]).join(', ')

/** '47–61'. */
const intervalText = ({ low, high }: Rung): string => `${confidencePercent(low)}–${confidencePercent(high)}`

/** The probability of the over as a bar, with its interval as a band over the end. */
const renderRung: RenderChartItem = (_, api) => {
  const at = (dimension: number) => api.coord([api.value(dimension), api.value(0)])
  const [, y = 0] = at(1)
  const [zero = 0] = api.coord([0, api.value(0)])
  const [end = 0] = at(1)
  const [low = 0] = at(2)
  const [high = 0] = at(3)
  const row = { y: y - BAR_PX / 2, height: BAR_PX, r: 2 }
  return {
    type: 'group',
    children: [
      {
        type: 'rect',
        shape: { ...row, x: zero, width: end - zero },
        style: { fill: over, opacity: Number(api.value(4)) },
      },
      { type: 'rect', shape: { ...row, x: low, width: high - low }, style: { fill: chalk, opacity: 0.3 } },
    ],
  }
}

const tooltipLines = (rung: Rung): string[] => [
  [rung.line, offerText(rung)].filter(Boolean).join(', '),
  `${confidencePercent(rung.over)}% over (${intervalText(rung)})`,
  ...(rung.push > 0 ? [`${confidencePercent(rung.push)}% push`] : []),
]

/** One row per line on a scale from 0 to 100%. Lines of the book are named and stronger. */
function ladderOption(rungs: readonly Rung[]): ChartOption {
  const rows = { type: 'category', inverse: true, axisLine: { show: false } } as const
  return {
    grid: { left: NAMES_PX, right: PERCENT_PX, top: 0, bottom: FOOT_PX },
    xAxis: { type: 'value', min: 0, max: PERCENT, interval: 25, axisLabel: { formatter: '{value}%' } },
    yAxis: [
      {
        ...rows,
        data: rungs.map((rung) => `{line|${rung.line}}{offer|${offerText(rung)}}`),
        axisLabel: {
          interval: 0,
          align: 'left',
          margin: NAMES_PX,
          rich: {
            line: { color: chalk, fontSize: 12, width: 34 },
            offer: { color: dim, fontSize: 12 },
          },
        },
      },
      {
        ...rows,
        position: 'right',
        data: rungs.map(({ over: chance }) => `${confidencePercent(chance)}%`),
        axisLabel: { interval: 0, align: 'right', margin: PERCENT_PX, color: text, fontSize: 12 },
      },
    ],
    tooltip: chartTooltip('item', (index) => {
      const rung = rungs[index]
      return rung ? tooltipLines(rung) : []
    }),
    series: {
      type: 'custom',
      renderItem: renderRung,
      encode: { x: [1, 2, 3], y: 0 },
      data: rungs.map(({ over: chance, low, high, odds }, row) => [
        row,
        PERCENT * chance,
        PERCENT * low,
        PERCENT * high,
        odds.length > 0 ? 1 : NOT_OFFERED,
      ]),
    },
  }
}

/** 'Hits, chance of over by line: 71% at 0.5 (Goblin), 34% at 1.5'. */
export function describeLadder(rungs: readonly Rung[], stat: string): string {
  const chances = rungs.map((rung) => {
    const offer = offerText(rung)
    return `${confidencePercent(rung.over)}% at ${rung.line}${offer && ` (${offer})`}`
  })
  return `${stat}, chance of over by line: ${chances.join(', ')}`
}

interface LadderProps {
  rungs: readonly Rung[]
  stat: string
}

function LadderChart({ rungs, stat }: LadderProps) {
  const optionOf = useCallback(() => ladderOption(rungs), [rungs])
  return (
    <Chart label={describeLadder(rungs, stat)} heightOf={() => ladderHeight(rungs)} optionOf={optionOf} />
  )
}

const COLUMNS: readonly TableColumn<Rung>[] = [
  { head: 'Line', rowHeader: true, cell: ({ line }) => line },
  { head: 'Book', cell: (rung) => offerText(rung) || '—' },
  {
    head: 'Over',
    numeric: true,
    cell: ({ over }) => `${confidencePercent(over)}%`,
    cellClass: () => 'u-fig',
  },
  { head: '80% interval', numeric: true, cell: intervalText },
  { head: 'Push', numeric: true, cell: ({ push }) => (push > 0 ? `${confidencePercent(push)}%` : '—') },
]

const LadderTable = ({ rungs, stat }: LadderProps) => (
  <Table
    label={`${stat}: chance of over by line`}
    columns={COLUMNS}
    rows={rungs}
    keyOf={({ line }) => line}
  />
)

interface LadderPanelProps {
  stat: string
  /** The engine's forecast of the market, or the reason for its absence. */
  forecast: StatForecastWire | string
  /** The book's lines of the market. */
  offered: readonly RankedLine[]
  /** Whether the forecast is under settings of the user. */
  changed: boolean
}

/**
 * The probability of the over at the book's lines and at the lines around them. Independent of the line that
 * is dragged.
 */
export const LadderPanel = memo(function LadderPanel({ stat, forecast, offered, changed }: LadderPanelProps) {
  const [view, setView] = useState<ChartView>('chart')
  const rungs = useMemo(
    () =>
      typeof forecast === 'string'
        ? []
        : buildLadder(
            forecast,
            offered.map(({ line }) => line),
          ),
    [forecast, offered],
  )
  const ladder = { rungs, stat: marketLabel(stat) }
  return (
    <Panel
      title="Alternate lines"
      className={styles.panel}
      actions={
        rungs.length > 0 && (
          <>
            {changed && <SettingsTag />}
            <Segmented<ChartView>
              label="View of the alternate lines"
              options={CHART_VIEWS}
              value={view}
              onChange={setView}
            />
          </>
        )
      }
    >
      {typeof forecast === 'string' && <MissingPart reason={`No probability: ${forecast}.`} />}
      {rungs.length > 0 && (
        <>
          {view === 'chart' ? <LadderChart {...ladder} /> : <LadderTable {...ladder} />}
          <p className={styles.note}>
            The engine’s chance at each line, without prices.
            {view === 'chart' && ' Named lines are the book’s. The pale band is the 80% interval.'}
          </p>
        </>
      )}
    </Panel>
  )
})
