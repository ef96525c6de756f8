import { cx } from '@propsight/shared/ui'
import type { KeyboardEvent } from 'react'
import { type Plot, yOf } from './chart-plot.ts'
import styles from './game-chart.module.css'
import { type LineChange, useLineDrag } from './use-line-drag.ts'

interface LineHandleProps {
  plot: Plot
  line: number
  step: number
  /** '1.5, over in 8 of 10'. */
  text: string
  onLine: LineChange
}

/** Arrow keys move the line by one step, PageUp and PageDown by this many. */
const PAGE_STEPS = 4

/**
 * The line with its handle, a slider moved by dragging or by keys. An element over the drawing, so that moving it
 * costs a transform.
 */
export function LineHandle({ plot, line, step, text, onLine }: LineHandleProps) {
  const { dragging, move, handlers } = useLineDrag({ plot, line, step, onLine })
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
    if (event.repeat) move(next)
    else if (next !== line) onLine(next, false)
  }
  return (
    <div
      className={cx(styles.line, dragging && styles.dragging)}
      style={{
        left: plot.left,
        width: plot.right - plot.left,
        transform: `translateY(${yOf(plot, line)}px)`,
      }}
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
