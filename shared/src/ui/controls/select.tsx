import { type ReactElement, useId } from 'react'
import { Icon } from '../brand/icon.tsx'
import styles from './select.module.css'

export interface SelectOption<T extends string> {
  value: T
  label: string
}

export interface SelectProps<T extends string> {
  /** Label inside the control, before the selected option: 'Sort'. */
  label: string
  options: readonly SelectOption<T>[]
  value: T
  onChange(value: T): void
}

/** A compact native select. Native, so that phones show their own list. */
export function Select<T extends string>({ label, options, value, onChange }: SelectProps<T>): ReactElement {
  const id = useId()
  return (
    <span className={styles.select}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={styles.native}
        value={value}
        onChange={(event) => {
          const option = options.find((each) => each.value === event.target.value)
          if (option) onChange(option.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" />
    </span>
  )
}
