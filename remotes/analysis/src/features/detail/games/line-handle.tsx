import { cx } from '@propsight/shared/ui'
import type { KeyboardEvent } from 'react'
import { type ChartLayout, heightOf } from './chart-layout.ts'
import styles from './game-chart.module.css'
import { useLineDrag } from '../use-line-drag.ts'

interface LineGripProps {
  layout: ChartLayout
  line: number
  step: number
  /** '1.5, over in 8 of 10'. */
  text: string
  onLine(line: number): void
}

/** Arrow keys move the line by one step, PageUp and PageDown by this many. */
const PAGE_STEPS = 4

/** The line across the chart with its handle, a slider moved by dragging or by keys. */
export function LineGrip({ layout, line, step, text, onLine }: LineGripProps) {
  const { dragging, handlers } = useLineDrag({ layout, line, step, onLine })
  const onKeyDown = (event: KeyboardEvent) => {
    const to = {
      ArrowUp: line + step,
      ArrowRight: line + step,
      ArrowDown: line - step,
      ArrowLeft: line - step,
      PageUp: line + PAGE_STEPS * step,
      PageDown: line - PAGE_STEPS * step,
      Home: step,
      End: layout.most,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = Math.min(layout.most, Math.max(step, to))
    if (next !== line) onLine(next)
  }
  return (
    <div
      className={cx(styles.line, dragging && styles.dragging)}
      style={{ left: layout.left, transform: `translateY(${heightOf(layout, line)}px)` }}
    >
      <div
        role="slider"
        tabIndex={0}
        className={styles.grip}
        aria-label="Line"
        aria-orientation="vertical"
        aria-valuenow={line}
        aria-valuemin={step}
        aria-valuemax={layout.most}
        aria-valuetext={text}
        onKeyDown={onKeyDown}
        {...handlers}
      >
        <span>{line}</span>
      </div>
    </div>
  )
}
