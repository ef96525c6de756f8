import {
  CHART_COLORS,
  CHART_FONT,
  Chart,
  type ChartOption,
  chartTooltip,
  type RenderChartItem,
} from '@propsight/shared/ui'
import { useCallback } from 'react'
import styles from './track.module.css'

const HEIGHT_PX = 240
/** Least vertical distance of the labels at the ends of the lines. */
const LABEL_GAP_PX = 16
const LABEL_DISTANCE_PX = 8
const { chalk, text } = CHART_COLORS
const KEYS = ['dashed', 'solid'] as const
type Key = (typeof KEYS)[number]
const STYLES = {
  dashed: { stroke: text, lineWidth: 1.75, lineDash: [5, 4] },
  solid: { stroke: chalk, lineWidth: 1.75 },
}

/** One step: the values of both lines from one event to the next. */
export interface Step {
  /** Date of the event. */
  date: string
  solid: number
  dashed: number
  /** Interval of the solid line. */
  interval?: { low: number; high: number }
  /** Lines of the tooltip. */
  tooltip: readonly string[]
}

/** Two lines over time. */
export interface StepDrawing {
  /** Oldest first. */
  steps: readonly Step[]
  /** Labels at the ends of the lines. */
  names: { solid: string; dashed: string }
  /** The value that both lines begin at, marked across the chart. */
  origin?: number
  axis: { min?: number; max?: number; interval?: number; format(value: number): string }
}

/** Moves the label of a line away from the label of the other line, in pixels from the top. */
export function labelY(own: number, other: number, isUpper: boolean): number {
  const apart = Math.max(0, LABEL_GAP_PX - Math.abs(own - other)) / 2
  return own + (isUpper ? -apart : apart)
}

type Api = Parameters<RenderChartItem>[1]
type ChartShape = Extract<ReturnType<RenderChartItem>, { type: string }>
type Point = [x: number, y: number]

/** Draws all values as steps. Each value has the width of its event, so that one event is a line too. */
function stepPoints(values: readonly number[], api: Api): Point[] {
  const pointAt = (x: number, value: number): Point => {
    const [left = 0, top = 0] = api.coord([x, value])
    return [left, top]
  }
  return values.flatMap((value, at) => [pointAt(at, value), pointAt(at + 1, value)])
}

function bandPoints(steps: readonly Step[], api: Api): Point[] {
  const ends = steps.flatMap(({ interval }) => interval ?? [])
  const lows = stepPoints(
    ends.map(({ low }) => low),
    api,
  )
  const highs = stepPoints(
    ends.map(({ high }) => high),
    api,
  )
  return [...lows, ...highs.toReversed()]
}

/** Draws a whole line with its label at the first item of a series; the others are for its tooltips. */
const renderLine =
  (key: Key, { steps, names, origin }: StepDrawing): RenderChartItem =>
  ({ dataIndex, coordSys }, api) => {
    const last = steps.at(-1)
    if (dataIndex > 0 || !last) return null
    const yOf = (value: number) => api.coord([0, value])[1] ?? 0
    const { x = 0, width = 0 } = coordSys as { x?: number; width?: number }
    const end = x + width
    const own = yOf(last[key])
    const other = yOf(last[key === 'solid' ? 'dashed' : 'solid'])
    const isUpper = key === 'solid' ? own <= other : own < other
    const points = stepPoints(
      steps.map((step) => step[key]),
      api,
    )
    const drawn: ChartShape[] = []
    if (key === 'solid') {
      drawn.push({
        type: 'polygon',
        shape: { points: bandPoints(steps, api) },
        style: { fill: chalk, opacity: 0.16 },
      })
    }
    if (origin !== undefined) {
      const y = yOf(origin)
      points.unshift([x, y])
      drawn.push({
        type: 'line',
        shape: { x1: x, y1: y, x2: end, y2: y },
        style: { stroke: chalk, lineWidth: 1.25 },
      })
    }
    drawn.push(
      { type: 'polyline', shape: { points }, style: { ...STYLES[key], fill: 'none' } },
      {
        type: 'text',
        x: end + LABEL_DISTANCE_PX,
        y: labelY(own, other, isUpper),
        style: {
          text: names[key],
          fill: text,
          fontSize: 12,
          fontFamily: CHART_FONT,
          verticalAlign: 'middle',
        },
      },
    )
    return { type: 'group', children: drawn }
  }

/** Two lines as steps, one step for each event, with the first and last date below. */
export function stepOption(drawing: StepDrawing): ChartOption {
  const { steps, axis } = drawing
  const { format, ...scale } = axis
  const first = steps[0]?.date ?? ''
  const last = steps.at(-1)?.date ?? ''
  return {
    grid: { left: 48, right: 88, top: 12, bottom: 28 },
    xAxis: {
      type: 'value',
      min: 0,
      max: steps.length,
      interval: steps.length,
      axisLabel: {
        formatter: (at: number) => {
          if (at === 0) return first
          return last === first ? '' : last
        },
        alignMinLabel: 'left',
        alignMaxLabel: 'right',
        margin: 10,
      },
      splitLine: { show: false },
    },
    yAxis: { type: 'value', splitNumber: 4, ...scale, axisLabel: { formatter: format, fontSize: 12 } },
    tooltip: chartTooltip('axis', (at) => steps[at]?.tooltip ?? []),
    series: KEYS.map((key) => ({
      type: 'custom',
      name: drawing.names[key],
      renderItem: renderLine(key, drawing),
      encode: { x: 0, y: 1 },
      data: steps.map((step, at) => [at + 0.5, step[key]]),
    })),
  }
}

const heightOf = () => HEIGHT_PX

interface StepChartProps {
  /** The finding in one sentence, for assistive technology. */
  label: string
  /** Memoized by the caller. */
  drawing: StepDrawing
}

/** A chart of two lines over time. */
export function StepChart({ label, drawing }: StepChartProps) {
  const optionOf = useCallback(() => stepOption(drawing), [drawing])
  return <Chart label={label} heightOf={heightOf} optionOf={optionOf} classOf={() => styles.steps} />
}
