import { type ReactElement, type SelectHTMLAttributes, useId } from 'react'
import { Icon } from '../brand/icon.tsx'
import { cx } from '../class-names.ts'
import styles from './field.module.css'
import { FieldError } from './field-error.tsx'

export interface SelectInputProps extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string
  /** Shown below and tied to the list by `aria-describedby`. */
  error?: string | null | undefined
  /** Marks the list while the error's text stands elsewhere, under this id. */
  errorId?: string | undefined
  hint?: string
}

/** A labelled list in a form, as TextInput looks: the platform's own, so that phones show theirs. Options are children. */
export function SelectInput({
  label,
  error,
  errorId,
  hint,
  className,
  ...rest
}: SelectInputProps): ReactElement {
  const id = useId()
  const selectId = rest.id ?? id
  const described = [errorId, error ? `${id}e` : null, hint ? `${id}h` : null].filter(Boolean).join(' ')
  return (
    <div className={cx(styles.field, className)}>
      <label className={styles.label} htmlFor={selectId}>
        {label}
      </label>
      <span className={styles.choice}>
        <select
          {...rest}
          id={selectId}
          className={styles.input}
          aria-invalid={error || errorId ? true : undefined}
          aria-describedby={described || undefined}
        />
        <Icon name="chevron-down" />
      </span>
      {hint && (
        <span id={`${id}h`} className={styles.hint}>
          {hint}
        </span>
      )}
      {error && <FieldError id={`${id}e`}>{error}</FieldError>}
    </div>
  )
}
