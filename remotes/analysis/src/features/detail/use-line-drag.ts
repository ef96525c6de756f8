import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { type ChartLayout, heightOf } from './games/chart-layout.ts'

interface Grip {
  layout: ChartLayout
  line: number
  step: number
  onLine(line: number): void
}

/** The line at a vertical position of the chart, rounded to the nearest step and limited to the axis. */
export function lineAt({ top, bottom, most }: ChartLayout, y: number, step: number): number {
  const value = ((bottom - y) / (bottom - top)) * most
  return Math.min(most, Math.max(step, Math.round(value / step) * step))
}

/**
 * Pointer handlers that drag the line. Reports at most one change per frame, and none while the line stays on
 * the same step, so that a drag causes few renders.
 */
export function useLineDrag({ layout, line, step, onLine }: Grip) {
  const [dragging, setDragging] = useState(false)
  const drag = useRef<{ offset: number; wanted: number; frame: number } | null>(null)
  const now = useRef({ line, onLine })
  useEffect(() => {
    now.current = { line, onLine }
  })
  useEffect(() => () => cancelAnimationFrame(drag.current?.frame ?? 0), [])
  const end = (event: PointerEvent<HTMLElement>) => {
    if (!drag.current) return
    cancelAnimationFrame(drag.current.frame)
    const { wanted } = drag.current
    drag.current = null
    setDragging(false)
    event.currentTarget.releasePointerCapture?.(event.pointerId)
    if (wanted !== now.current.line) now.current.onLine(wanted)
  }
  return {
    dragging,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return
        // The offset keeps the handle at the same place under the pointer.
        drag.current = { offset: event.clientY - heightOf(layout, line), wanted: line, frame: 0 }
        event.currentTarget.setPointerCapture?.(event.pointerId)
        setDragging(true)
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const held = drag.current
        if (!held) return
        held.wanted = lineAt(layout, event.clientY - held.offset, step)
        if (held.frame) return
        held.frame = requestAnimationFrame(() => {
          held.frame = 0
          if (held.wanted !== now.current.line) now.current.onLine(held.wanted)
        })
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  }
}
