import { type ReactElement, type ReactNode, useId } from 'react'
import { cx } from '../class-names.ts'
import styles from './field.module.css'
import { FieldError } from './field-error.tsx'

/** What every labelled control of a form takes. */
export interface FieldProps {
  label: string
  /** Shown below and tied to the control by `aria-describedby`. */
  error?: string | null | undefined
  /** Marks the control while the error's text stands elsewhere, under this id. */
  errorId?: string | undefined
  hint?: string | undefined
}

/** What ties a control to its label, hint and error. */
export interface ControlProps {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface FieldFrame extends FieldProps {
  /** Of the control, where the form gives it one. */
  id?: string | undefined
  className?: string | undefined
  children(control: ControlProps): ReactNode
}

/** The frame of a control: its label above, its hint and its error below. */
export function Field({ label, error, errorId, hint, id, className, children }: FieldFrame): ReactElement {
  const own = useId()
  const controlId = id ?? own
  const described = [errorId, error ? `${own}e` : null, hint ? `${own}h` : null].filter(Boolean).join(' ')
  return (
    <div className={cx(styles.field, className)}>
      <label className={styles.label} htmlFor={controlId}>
        {label}
      </label>
      {children({
        id: controlId,
        'aria-invalid': error || errorId ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {hint && (
        <span id={`${own}h`} className={styles.hint}>
          {hint}
        </span>
      )}
      {error && <FieldError id={`${own}e`}>{error}</FieldError>}
    </div>
  )
}
