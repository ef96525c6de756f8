/** The plot of the games in pixels: the drawing and the handle of the line over it use the same one. */
export interface Plot {
  left: number
  right: number
  top: number
  bottom: number
  /** Upper end of the axis, which begins at 0. */
  most: number
  /** Whether the chart has room for an axis with numbers. */
  wide: boolean
}

/** The axis reaches at least 3 (N12) and has three gridlines. */
const LEAST_TOP = 3
export const GRIDLINES = 3
const STEPS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 100] as const

const WIDE_PX = 560
const HEIGHT = { wide: 300, narrow: 236 } as const
/** On the right is the handle of the line. */
const MARGINS = {
  wide: { left: 34, right: 54, top: 22, bottom: 56 },
  narrow: { left: 0, right: 40, top: 18, bottom: 40 },
} as const

const sizeOf = (width: number) => (width >= WIDE_PX ? 'wide' : 'narrow')

/** Height of the chart in pixels. */
export const chartHeight = (width: number): number => HEIGHT[sizeOf(width)]

/** Upper end of the axis: three equal steps that include every value and the line. */
export function axisTop(values: readonly number[], line: number): number {
  const most = Math.max(LEAST_TOP, line, ...values)
  const step = STEPS.find((by) => by * GRIDLINES >= most) ?? Math.ceil(most / GRIDLINES)
  return step * GRIDLINES
}

/** The plot of a chart of this width whose axis ends at `most`. */
export function computePlot(width: number, most: number): Plot {
  const size = sizeOf(width)
  const { left, right, top, bottom } = MARGINS[size]
  return {
    left,
    right: Math.max(left + 1, width - right),
    top,
    bottom: HEIGHT[size] - bottom,
    most,
    wide: size === 'wide',
  }
}

/** Vertical position of a value, in pixels from the top of the chart. */
export const yOf = ({ top, bottom, most }: Plot, value: number): number =>
  bottom - (Math.min(value, most) / most) * (bottom - top)
