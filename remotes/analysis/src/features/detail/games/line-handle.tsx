import { cx } from '@propsight/shared/ui'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { type Plot, yOf } from './chart-plot.ts'
import styles from './game-chart.module.css'

interface DragOptions {
  plot: Plot
  line: number
  step: number
  onLine(line: number): void
}

/** The line at a vertical position of the chart, rounded to the nearest step and limited to the axis. */
export function lineAtY({ top, bottom, most }: Plot, y: number, step: number): number {
  const value = ((bottom - y) / (bottom - top)) * most
  return Math.min(most, Math.max(step, Math.round(value / step) * step))
}

/**
 * Pointer handlers that drag the line. Reports at most one change per frame, and none while the line stays on
 * the same step, so that a drag causes few renders.
 */
export function useLineDrag({ plot, line, step, onLine }: DragOptions) {
  const [dragging, setDragging] = useState(false)
  const drag = useRef<{ offset: number; target: number; frame: number } | null>(null)
  const latest = useRef({ line, onLine })
  useEffect(() => {
    latest.current = { line, onLine }
  })
  useEffect(() => () => cancelAnimationFrame(drag.current?.frame ?? 0), [])
  const end = (event: PointerEvent<HTMLElement>) => {
    if (!drag.current) return
    cancelAnimationFrame(drag.current.frame)
    const { target } = drag.current
    drag.current = null
    setDragging(false)
    event.currentTarget.releasePointerCapture?.(event.pointerId)
    if (target !== latest.current.line) latest.current.onLine(target)
  }
  return {
    dragging,
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
          if (dragged.target !== latest.current.line) latest.current.onLine(dragged.target)
        })
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  }
}

interface LineHandleProps {
  plot: Plot
  line: number
  step: number
  /** '1.5, over in 8 of 10'. */
  text: string
  onLine(line: number): void
}

/** Arrow keys move the line by one step, PageUp and PageDown by this many. */
const PAGE_STEPS = 4

/** The handle of the line, a slider moved by dragging or by keys. The chart draws the line itself. */
export function LineHandle({ plot, line, step, text, onLine }: LineHandleProps) {
  const { dragging, handlers } = useLineDrag({ plot, line, step, onLine })
  const onKeyDown = (event: KeyboardEvent) => {
    const to = {
      ArrowUp: line + step,
      ArrowRight: line + step,
      ArrowDown: line - step,
      ArrowLeft: line - step,
      PageUp: line + PAGE_STEPS * step,
      PageDown: line - PAGE_STEPS * step,
      Home: step,
      End: plot.most,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = Math.min(plot.most, Math.max(step, to))
    if (next !== line) onLine(next)
  }
  return (
    <div
      className={cx(styles.line, dragging && styles.dragging)}
      style={{ left: plot.left, transform: `translateY(${yOf(plot, line)}px)` }}
    >
      <div
        role="slider"
        tabIndex={0}
        className={styles.grip}
        aria-label="Line"
        aria-orientation="vertical"
        aria-valuenow={line}
        aria-valuemin={step}
        aria-valuemax={plot.most}
        aria-valuetext={text}
        onKeyDown={onKeyDown}
        {...handlers}
      >
        <span>{line}</span>
      </div>
    </div>
  )
}
