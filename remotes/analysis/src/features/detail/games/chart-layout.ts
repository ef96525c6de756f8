export interface ChartBar {
  value: number
  x: number
  y: number
  width: number
  height: number
  middle: number
  /** A game with value 0 has the minimum height and a weaker color, since its height represents no count. */
  least: boolean
}

export interface ChartLayout {
  left: number
  right: number
  top: number
  bottom: number
  /** Upper end of the axis. */
  most: number
  ticks: { value: number; y: number }[]
  bars: ChartBar[]
  /** `every`: every nth bar has a label with opponent and date; `short`: whether the short form is used. */
  labels: { every: number; short: boolean }
  /** Whether there is room for the figure above each bar. */
  figures: boolean
}

/** The axis reaches at least 3 (N12) and has three gridlines. */
const LEAST_TOP = 3
const GRIDLINES = 3
/** Minimum height of a bar as a share of the plot (N12). */
const LEAST_BAR = 0.06
const STEPS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 100] as const

const WIDE_PX = 560
export const CHART_HEIGHT = { wide: 300, narrow: 236 } as const
const MARGINS = {
  wide: { left: 34, right: 64, top: 22, bottom: 56 },
  narrow: { left: 0, right: 38, top: 18, bottom: 40 },
} as const
const BAR_SHARE = 0.58
const WIDEST_BAR = 40
/** Minimum width per bar for the label 'vs ATH', for the short label '@LAA', and for a figure. */
const LABEL_PX = 52
const SHORT_LABEL_PX = 27
const FIGURE_PX = 15

/** Upper end of the axis: three equal steps that include every value and the line. */
export function axisTop(values: readonly number[], line: number): number {
  const most = Math.max(LEAST_TOP, line, ...values)
  const step = STEPS.find((by) => by * GRIDLINES >= most) ?? Math.ceil(most / GRIDLINES)
  return step * GRIDLINES
}

/** Vertical position of a value, in pixels from the top of the chart. */
export const yOf = ({ top, bottom, most }: ChartLayout, value: number): number =>
  bottom - (Math.min(value, most) / most) * (bottom - top)

/**
 * Lays out bars (from 0, oldest on the left), axis and labels.
 * @param width width of the whole chart in pixels
 * @param most upper end of the axis
 */
export function layOutChart(values: readonly number[], width: number, most: number): ChartLayout {
  const size = width >= WIDE_PX ? 'wide' : 'narrow'
  const margin = MARGINS[size]
  const left = margin.left
  const right = Math.max(margin.left + 1, width - margin.right)
  const top = margin.top
  const bottom = CHART_HEIGHT[size] - margin.bottom
  const plot = bottom - top
  const slot = (right - left) / Math.max(1, values.length)
  const bar = Math.max(1, Math.min(WIDEST_BAR, slot * BAR_SHARE))
  const short = slot < LABEL_PX
  return {
    left,
    right,
    top,
    bottom,
    most,
    ticks: Array.from({ length: GRIDLINES + 1 }, (_, index) => {
      const value = (most / GRIDLINES) * index
      return { value, y: bottom - (value / most) * plot }
    }),
    bars: values.map((value, index) => {
      const height = Math.max(LEAST_BAR * plot, (value / most) * plot)
      const middle = left + slot * (index + 0.5)
      const least = value <= 0
      return { value, x: middle - bar / 2, y: bottom - height, width: bar, height, middle, least }
    }),
    labels: { every: short ? Math.max(1, Math.ceil(SHORT_LABEL_PX / slot)) : 1, short },
    figures: slot >= FIGURE_PX,
  }
}
