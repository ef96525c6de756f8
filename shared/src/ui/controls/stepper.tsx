import type { KeyboardEvent, ReactElement } from 'react'
import { Icon } from '../brand/icon.tsx'
import styles from './stepper.module.css'

export interface StepperProps {
  /** Accessible name: 'Parlay size'. */
  label: string
  value: number
  min: number
  max: number
  step?: number
  onChange(value: number): void
  format?(value: number): string
}

/** A number input with step buttons; the value supports arrow keys, Home and End. */
export function Stepper(props: StepperProps): ReactElement {
  const { label, value, min, max, step = 1, onChange, format = String } = props
  const move = (to: number) => {
    const next = Math.min(max, Math.max(min, to))
    if (next !== value) onChange(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = {
      ArrowUp: value + step,
      ArrowRight: value + step,
      ArrowDown: value - step,
      ArrowLeft: value - step,
      Home: min,
      End: max,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    move(to)
  }
  return (
    <span className={styles.stepper}>
      <button
        type="button"
        aria-label={`Less ${label}`}
        disabled={value <= min}
        onClick={() => move(value - step)}
      >
        <Icon name="minus" />
      </button>
      <span
        className={styles.value}
        role="spinbutton"
        tabIndex={0}
        aria-label={label}
        aria-valuenow={value}
        aria-valuetext={format(value)}
        aria-valuemin={min}
        aria-valuemax={max}
        onKeyDown={onKeyDown}
      >
        {format(value)}
      </span>
      <button
        type="button"
        aria-label={`More ${label}`}
        disabled={value >= max}
        onClick={() => move(value + step)}
      >
        <Icon name="plus" />
      </button>
    </span>
  )
}
