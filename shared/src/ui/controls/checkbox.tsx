import { type ReactElement, type ReactNode, useId } from 'react'
import { cx } from '../helpers.ts'
import styles from './checkbox.module.css'
import { FieldError } from './field-error.tsx'

export interface CheckboxProps {
  /** Label text; may contain a link. */
  label: ReactNode
  checked: boolean
  onChange(checked: boolean): void
  hint?: string | undefined
  error?: string | null | undefined
  disabled?: boolean | undefined
  /** Marks a required consent. */
  required?: boolean | undefined
  className?: string | undefined
}

/** A checkbox with hint and error; the whole row is the click target. */
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
