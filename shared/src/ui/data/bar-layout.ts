export interface BarBox {
  value: number
  side: 'over' | 'under' | 'push'
  /** Older than the last five games, which the trend compares; drawn with lower opacity. */
  older: boolean
  x: number
  y: number
  width: number
  height: number
  labelX: number
  labelY: number
}

export interface BarLayout {
  lineY: number
  bars: BarBox[]
}

/** Space for the labels above and below the bars, in pixels. */
const TOP = 13
const BOTTOM = 15
/** Minimum bar height in pixels, so that a game close to the line still shows its side. */
const LEAST_BAR = 3
const PUSH_HEIGHT = 6
const WIDEST_BAR = 16

/**
 * Computes the layout of a bar chart: one bar per game, starting at the line, oldest on the left, each with a
 * label.
 * @param values one value per game, oldest first
 * @param width pixels
 * @param height pixels
 */
export function layOutBars(
  values: readonly number[],
  line: number,
  width: number,
  height: number,
): BarLayout {
  const most = Math.max(0, ...values.map((value) => value - line))
  const least = Math.max(0, ...values.map((value) => line - value))
  const unit = (height - TOP - BOTTOM) / Math.max(1, most + least)
  const lineY = TOP + most * unit
  const slot = width / Math.max(1, values.length)
  const bar = Math.min(WIDEST_BAR, slot * 0.5625)
  const bars = values.map((value, index): BarBox => {
    const side = value > line ? 'over' : value < line ? 'under' : 'push'
    const length = side === 'push' ? PUSH_HEIGHT : Math.max(LEAST_BAR, Math.abs(value - line) * unit)
    const x = slot * index + (slot - bar) / 2
    const y = side === 'over' ? lineY - length : side === 'under' ? lineY : lineY - length / 2
    return {
      value,
      side,
      older: index < values.length - 5,
      x,
      y,
      width: bar,
      height: length,
      labelX: x + bar / 2,
      labelY: side === 'over' ? y - 4 : y + length + 10,
    }
  })
  return { lineY, bars }
}
