import { type ReactElement, type ReactNode, useId } from 'react'
import { cx } from '../class-names.ts'
import styles from './checkbox.module.css'
import { FieldError } from './field-error.tsx'

export interface CheckboxProps {
  /** What is agreed to or switched on; may hold a link. */
  label: ReactNode
  checked: boolean
  onChange(checked: boolean): void
  hint?: string | undefined
  error?: string | null | undefined
  disabled?: boolean | undefined
  /** Marks a consent that has to be given; the browser's own message is left to the form. */
  required?: boolean | undefined
  className?: string | undefined
}

/** One thing on or off, with its hint and its error; the whole row is the target. */
export function Checkbox(props: CheckboxProps): ReactElement {
  const { label, checked, onChange, hint, error, disabled, required, className } = props
  const id = useId()
  const described = [error ? `${id}e` : null, hint ? `${id}h` : null].filter(Boolean).join(' ')
  return (
    <div className={cx(styles.field, className)}>
      <label className={styles.row}>
        <input
          type="checkbox"
          className={styles.box}
          checked={checked}
          disabled={disabled}
          required={required}
          onChange={(event) => onChange(event.target.checked)}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <span id={`${id}h`} className={styles.hint}>
          {hint}
        </span>
      )}
      {error && (
        <div className={styles.error}>
          <FieldError id={`${id}e`}>{error}</FieldError>
        </div>
      )}
    </div>
  )
}
