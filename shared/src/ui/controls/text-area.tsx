import { type ReactElement, type TextareaHTMLAttributes, useId } from 'react'
import { cx } from '../class-names.ts'
import styles from './field.module.css'
import { FieldError } from './field-error.tsx'

export interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string
  /** Shown below and tied to the text by `aria-describedby`. */
  error?: string | null | undefined
  /** Marks the text while the error stands elsewhere, under this id. */
  errorId?: string | undefined
  hint?: string
}

/** A labelled text of several lines, `rows` high at first, with its hint and its error. */
export function TextArea({ label, error, errorId, hint, className, ...rest }: TextAreaProps): ReactElement {
  const id = useId()
  const areaId = rest.id ?? id
  const described = [errorId, error ? `${id}e` : null, hint ? `${id}h` : null].filter(Boolean).join(' ')
  return (
    <div className={cx(styles.field, className)}>
      <label className={styles.label} htmlFor={areaId}>
        {label}
      </label>
      <textarea
        rows={4}
        {...rest}
        id={areaId}
        className={cx(styles.input, styles.area)}
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
