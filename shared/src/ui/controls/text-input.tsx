import { type InputHTMLAttributes, type ReactElement, useId } from 'react'
import { cx } from '../class-names.ts'
import styles from './field.module.css'
import { FieldError } from './field-error.tsx'

export interface TextInputProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  /** Shown below and tied to the input by `aria-describedby`. */
  error?: string | null | undefined
  /** Marks the input while the error's text stands elsewhere, under this id. */
  errorId?: string | undefined
  hint?: string
}

/** A labelled input with its hint and its error. */
export function TextInput({ label, error, errorId, hint, className, ...rest }: TextInputProps): ReactElement {
  const id = useId()
  const inputId = rest.id ?? id
  const described = [errorId, error ? `${id}e` : null, hint ? `${id}h` : null].filter(Boolean).join(' ')
  return (
    <div className={cx(styles.field, className)}>
      <label className={styles.label} htmlFor={inputId}>
        {label}
      </label>
      <input
        {...rest}
        id={inputId}
        className={styles.input}
        aria-invalid={error || errorId ? true : undefined}
        aria-describedby={described || undefined}
      />
      {hint && (
        <span id={`${id}h`} className={styles.hint}>
          {hint}
        </span>
      )}
      {error && <FieldError id={`${id}e`}>{error}</FieldError>}
    </div>
  )
}
