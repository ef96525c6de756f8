import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { type Plot, yOf } from './chart-plot.ts'

/** @param moving whether the line keeps moving, so that slower parts of the view wait */
export type LineChange = (line: number, moving: boolean) => void

interface DragOptions {
  plot: Plot
  line: number
  step: number
  onLine: LineChange
}

/** A line that has not been moved for this time is at rest, so that the slower parts of the view follow. */
const PAUSE_MS = 250

/** The line at a vertical position of the chart, rounded to the nearest step and limited to the axis. */
export function lineAtY({ top, bottom, most }: Plot, y: number, step: number): number {
  const value = ((bottom - y) / (bottom - top)) * most
  return Math.min(most, Math.max(step, Math.round(value / step) * step))
}

/** Reports a line as moving, and as at rest after a pause. */
export function useMovingLine(line: number, onLine: LineChange) {
  const latest = useRef({ line, onLine })
  /** Timer of the pause; 0 while the line is at rest. */
  const pause = useRef(0)
  useEffect(() => {
    latest.current = { line, onLine }
  })
  useEffect(() => () => clearTimeout(pause.current), [])
  const rest = (target: number) => {
    const moves = pause.current !== 0
    clearTimeout(pause.current)
    pause.current = 0
    if (moves || target !== latest.current.line) latest.current.onLine(target, false)
  }
  return {
    rest,
    move(target: number) {
      const isChange = target !== latest.current.line
      if (!isChange && pause.current === 0) return
      clearTimeout(pause.current)
      pause.current = window.setTimeout(() => rest(target), PAUSE_MS)
      if (isChange) latest.current.onLine(target, true)
    },
  }
}

/**
 * Pointer handlers that drag the line. Reports at most one change per frame, and none while the line stays on
 * the same step, so that a drag causes few renders.
 */
export function useLineDrag({ plot, line, step, onLine }: DragOptions) {
  const [dragging, setDragging] = useState(false)
  const drag = useRef<{ offset: number; target: number; frame: number } | null>(null)
  const { move, rest } = useMovingLine(line, onLine)
  useEffect(() => () => cancelAnimationFrame(drag.current?.frame ?? 0), [])
  const end = (event: PointerEvent<HTMLElement>) => {
    if (!drag.current) return
    cancelAnimationFrame(drag.current.frame)
    const { target } = drag.current
    drag.current = null
    setDragging(false)
    event.currentTarget.releasePointerCapture?.(event.pointerId)
    rest(target)
  }
  return {
    dragging,
    move,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return
        // The offset keeps the handle at the same place under the pointer.
        drag.current = { offset: event.clientY - yOf(plot, line), target: line, frame: 0 }
        event.currentTarget.setPointerCapture?.(event.pointerId)
        setDragging(true)
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const dragged = drag.current
        if (!dragged) return
        dragged.target = lineAtY(plot, event.clientY - dragged.offset, step)
        if (dragged.frame) return
        dragged.frame = requestAnimationFrame(() => {
          dragged.frame = 0
          move(dragged.target)
        })
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  }
}
