import {
  type InputHTMLAttributes,
  type ReactElement,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import { Icon } from '../brand/icon.tsx'
import { cx } from '../helpers.ts'
import styles from './field.module.css'

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

/** An error text with a warning icon, announced by screen readers when it appears. */
export const FieldError = ({ id, children }: { id?: string; children: string }): ReactElement => (
  <p id={id} className={styles.error} role="alert">
    <Icon name="warning" />
    {children}
  </p>
)

/** Separates the properties of the field from the attributes of its control. */
function splitProps<T extends FieldProps & { className?: string | undefined; id?: string | undefined }>({
  label,
  error,
  errorId,
  hint,
  className,
  id,
  ...attributes
}: T) {
  return { field: { label, error, errorId, hint, className, id }, attributes }
}

export interface TextInputProps extends FieldProps, InputHTMLAttributes<HTMLInputElement> {}

/** A labelled input with hint and error. */
export function TextInput(props: TextInputProps): ReactElement {
  const { field, attributes } = splitProps(props)
  return (
    <Field {...field}>{(control) => <input {...attributes} {...control} className={styles.input} />}</Field>
  )
}

export interface TextAreaProps extends FieldProps, TextareaHTMLAttributes<HTMLTextAreaElement> {}

/** A labelled multi-line text input with hint and error; initially `rows` lines high. */
export function TextArea(props: TextAreaProps): ReactElement {
  const { field, attributes } = splitProps(props)
  return (
    <Field {...field}>
      {(control) => (
        <textarea rows={4} {...attributes} {...control} className={cx(styles.input, styles.area)} />
      )}
    </Field>
  )
}

export interface SelectInputProps extends FieldProps, SelectHTMLAttributes<HTMLSelectElement> {}

/**
 * A labelled native select in the style of TextInput. Native, so that phones show their own list. Options are
 * children.
 */
export function SelectInput(props: SelectInputProps): ReactElement {
  const { field, attributes } = splitProps(props)
  return (
    <Field {...field}>
      {(control) => (
        <span className={styles.choice}>
          <select {...attributes} {...control} className={styles.input} />
          <Icon name="chevron-down" />
        </span>
      )}
    </Field>
  )
}
