import { CHART_COLORS, Chart, type ChartOption, chartLine, type RenderChartItem } from '@propsight/shared/ui'
import { type RefObject, useCallback, useEffect, useState } from 'react'
import styles from './why.module.css'
import { type Scale, type WhyStep, whyScale } from './why-steps.ts'

/** A row of the table in pixels from the top of the table. */
interface RowBox {
  top: number
  height: number
}

const boxesOf = (body: HTMLTableSectionElement | null): RowBox[] =>
  [...(body?.rows ?? [])].map((row) => ({ top: row.offsetTop, height: row.offsetHeight }))

/** The rows of a table body. Their height depends on the length of their notes and on the width. */
function useRowBoxes(body: RefObject<HTMLTableSectionElement | null>): RowBox[] {
  const [boxes, setBoxes] = useState<RowBox[]>([])
  useEffect(() => {
    if (!body.current) return
    const observer = new ResizeObserver(() => setBoxes(boxesOf(body.current)))
    observer.observe(body.current)
    return () => observer.disconnect()
  }, [body])
  return boxes
}

const TENTHS = 10
const BAR_PX = 14
/** Least width of a bar, so that a small factor is visible. */
const LEAST_PX = 2
const AXIS_PX = 32
const COLORS = { OVER: CHART_COLORS.over, UNDER: CHART_COLORS.under } as const

/** A bar from the probability before a factor to the one after it; the first has a mark at its end. */
const renderStep: RenderChartItem = (_, api) => {
  const [x = 0, y = 0] = api.coord([api.value(0), api.value(2)])
  const [end = 0] = api.coord([api.value(1), api.value(2)])
  const width = Math.max(LEAST_PX, end - x)
  const isBase = api.value(3) === 1
  const shape = { x, y: y - BAR_PX / 2, width, height: BAR_PX, r: 2 }
  const bar = { type: 'rect' as const, shape, style: { fill: String(api.visual('color')) } }
  if (!isBase) return bar
  const mark = { x: end - LEAST_PX, y: y - BAR_PX / 2, width: LEAST_PX, height: BAR_PX }
  return {
    type: 'group',
    children: [bar, { type: 'rect', shape: mark, style: { fill: CHART_COLORS.text } }],
  }
}

interface WhyDrawing {
  steps: readonly WhyStep[]
  scale: Scale
  boxes: readonly RowBox[]
  height: number
}

function buildItem(step: WhyStep, index: number, { steps, scale, boxes }: WhyDrawing) {
  const before = (steps[index - 1]?.reached ?? 0) / TENTHS
  const reached = step.reached / TENTHS
  const { top, height } = boxes[index] ?? { top: 0, height: 0 }
  const from = Math.max(scale.low, Math.min(before, reached))
  return {
    value: [from, Math.max(before, reached), top + height / 2, index === 0 ? 1 : 0],
    itemStyle: { color: step.push === null ? CHART_COLORS.neutral : COLORS[step.push] },
  }
}

/** Each factor as a bar from where the previous one ends (waterfall chart), with the axis above. */
export function whyOption(drawing: WhyDrawing, width: number): ChartOption {
  const { steps, scale, height } = drawing
  const { low, high, ticks } = scale
  const base = (steps[0]?.reached ?? 0) / TENTHS
  const baseX = ((base - low) / (high - low)) * width
  return {
    grid: { left: 0, right: 0, top: AXIS_PX, bottom: 0 },
    xAxis: {
      type: 'value',
      position: 'top',
      min: low,
      max: high,
      interval: (high - low) / Math.max(1, ticks.length - 1),
      axisLabel: { alignMinLabel: 'left', alignMaxLabel: 'right', margin: 10, fontSize: 12 },
      splitLine: { show: false },
    },
    // In pixels, so that each bar is in the middle of its row.
    yAxis: { type: 'value', inverse: true, min: AXIS_PX, max: Math.max(AXIS_PX + 1, height), show: false },
    series: [
      chartLine({ x: baseX, y: AXIS_PX }, { x: baseX, y: height }, CHART_COLORS.ruleStrong, 1),
      {
        type: 'custom',
        renderItem: renderStep,
        encode: { x: [0, 1], y: 2 },
        data: steps.map((step, index) => buildItem(step, index, drawing)),
        silent: true,
      },
    ],
  }
}

interface WhyChartProps {
  steps: readonly WhyStep[]
  /** The rows beside which the bars are drawn. */
  body: RefObject<HTMLTableSectionElement | null>
}

/** The bars of the factors, over the column that the table keeps free for them. */
export function WhyChart({ steps, body }: WhyChartProps) {
  const boxes = useRowBoxes(body)
  const last = boxes.at(-1)
  const height = last ? last.top + last.height : AXIS_PX
  const optionOf = useCallback(
    (width: number) => whyOption({ steps, scale: whyScale(steps), boxes, height }, width),
    [steps, boxes, height],
  )
  const { low, high } = whyScale(steps)
  return (
    <Chart
      label={`Chart from ${low} to ${high} percent`}
      heightOf={() => height}
      optionOf={optionOf}
      classOf={() => styles.chart}
    />
  )
}
