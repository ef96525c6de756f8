import { type ReactElement, type ReactNode, useId } from 'react'
import { cx } from '../helpers.ts'
import styles from './field.module.css'
import { FieldError } from './field-error.tsx'

/** Common properties of the labelled controls of a form. */
export interface FieldProps {
  label: string
  /** Shown below the control and linked to it by `aria-describedby`. */
  error?: string | null | undefined
  /** Id of an error text elsewhere on the page; marks the control as invalid. */
  errorId?: string | undefined
  hint?: string | undefined
}

/** Attributes that link a control to its label, hint and error. */
export interface ControlProps {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface FieldFrame extends FieldProps {
  /** Id of the control; generated if absent. */
  id?: string | undefined
  className?: string | undefined
  children(control: ControlProps): ReactNode
}

/** Layout of a form control: label above, hint and error below. */
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
