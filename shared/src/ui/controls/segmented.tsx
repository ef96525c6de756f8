import { type ReactElement, useId } from 'react'
import { cx } from '../helpers.ts'
import styles from './segmented.module.css'

export interface SegmentedOption<T extends string | number> {
  value: T
  label: string
  disabled?: boolean
}

export interface SegmentedProps<T extends string | number> {
  /** Accessible name of the group. */
  label: string
  /** The id of a text that explains the choices, or why some are disabled. */
  describedBy?: string
  options: readonly SegmentedOption<T>[]
  value: T
  onChange(value: T): void
  full?: boolean
  tight?: boolean
}

/**
 * A group of options of which one is selected. Built on native radios: arrow keys, one tab stop, disabled
 * options.
 */
export function Segmented<T extends string | number>(props: SegmentedProps<T>): ReactElement {
  const { label, describedBy, options, value, onChange, full, tight } = props
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-describedby={describedBy}
      className={cx(styles.group, full && styles.full, tight && styles.tight)}
    >
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
