import { loadECharts } from '@propsight/shared/charts'
import type { BarSeriesOption, CustomSeriesOption } from 'echarts/charts'
import type { GridComponentOption, TooltipComponentOption } from 'echarts/components'
import type { ComposeOption } from 'echarts/core'
import { memo, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { lazyPart, type Retry } from '../feedback/lazy-part.tsx'
import { cx } from '../helpers.ts'
import styles from './chart.module.css'
import { CHART_THEME } from './theme.ts'

/** What a chart draws, in the terms of echarts. The theme gives everything that is not named. */
export type ChartOption = ComposeOption<
  BarSeriesOption | CustomSeriesOption | GridComponentOption | TooltipComponentOption
>
/** Draws one item of a custom series. */
export type RenderChartItem = NonNullable<CustomSeriesOption['renderItem']>

interface DrawingProps {
  option: ChartOption
  width: number
  height: number
}

/** The error in the reserved space of a chart. Controls over the drawing are hidden. */
const MissingDrawing = ({ what, onRetry }: Retry & { what: string }) => (
  <div role="alert" className={styles.missing}>
    <p>{what} could not be loaded.</p>
    <Button onClick={onRetry}>Retry</Button>
  </div>
)

async function loadDrawing() {
  const { echarts, EChartsReact } = await loadECharts()
  // Memoized, because controls over a chart change more often than the drawing.
  return memo(function Drawing({ option, width, height }: DrawingProps) {
    // The first size only: other options would create the chart again, and echarts follows its element.
    const [renderer] = useState({ renderer: 'svg' as const, width, height })
    return (
      <EChartsReact
        echarts={echarts}
        option={option}
        theme={CHART_THEME}
        opts={renderer}
        className={styles.drawing ?? ''}
        style={{ width, height }}
        aria-hidden
      />
    )
  })
}

const Drawing = lazyPart<DrawingProps>(
  'The chart',
  loadDrawing,
  <div className={styles.waiting} />,
  MissingDrawing,
)

/** Loads echarts before the first chart is shown. Never rejects: the chart reports a failure. */
export const preloadCharts = (): Promise<void> => Drawing.preload()

/** Width of a chart before its first measurement, in pixels. */
const FIRST_WIDTH_PX = 820

/** Width of an element in pixels, updated when the window is resized. */
function useWidth() {
  const container = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(FIRST_WIDTH_PX)
  useLayoutEffect(() => {
    const measure = () => {
      // A hidden element has width 0; the last width is kept.
      const measured = container.current?.clientWidth ?? 0
      if (measured > 0) setWidth(measured)
    }
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [])
  return { container, width }
}

export interface ChartProps {
  /** The finding of the chart in one sentence, for assistive technology. A table has its data. */
  label: string
  /** Height in pixels for a width. The space is reserved while echarts loads. */
  heightOf(width: number): number
  /** What to draw at a width in pixels. Memoized by the caller: a new function redraws the chart. */
  optionOf(width: number): ChartOption
  classOf?(width: number): string | undefined
  /** Controls over the drawing. */
  children?: (width: number) => ReactNode
}

/** A chart drawn by echarts, with its finding as accessible name. The first chart of a page loads echarts. */
export function Chart({ label, heightOf, optionOf, classOf, children }: ChartProps) {
  const { container, width } = useWidth()
  const option = useMemo(() => optionOf(width), [optionOf, width])
  const height = heightOf(width)
  return (
    <div ref={container} className={cx(styles.chart, classOf?.(width))} style={{ height }}>
      <div role="img" aria-label={label} className={styles.name} />
      <Drawing option={option} width={width} height={height} />
      {children?.(width)}
    </div>
  )
}

/** A tooltip for the items of the series. @param textOf lines of the item at an index */
export const chartTooltip = (
  trigger: 'axis' | 'item',
  textOf: (index: number) => readonly string[],
): TooltipComponentOption => ({
  trigger,
  formatter: (params) => {
    const first = Array.isArray(params) ? params[0] : params
    return first ? textOf(first.dataIndex).join('\n') : ''
  },
})

interface Point {
  x: number
  y: number
}

/** A solid line between two points in pixels, over the series before it. */
export const chartLine = (from: Point, to: Point, color: string, lineWidth: number): CustomSeriesOption => ({
  type: 'custom',
  coordinateSystem: 'none',
  silent: true,
  // One item without a value.
  data: [0],
  renderItem: () => ({
    type: 'line',
    // Over bars and under their figures.
    z2: 2,
    shape: { x1: from.x, y1: from.y, x2: to.x, y2: to.y },
    style: { stroke: color, lineWidth },
  }),
})
