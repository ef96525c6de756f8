import type { ReactElement, TextareaHTMLAttributes } from 'react'
import { cx } from '../helpers.ts'
import styles from './field.module.css'
import { Field, type FieldProps } from './form-fields.tsx'

export interface TextAreaProps extends FieldProps, TextareaHTMLAttributes<HTMLTextAreaElement> {}

/** A labelled multi-line text input with hint and error; initially `rows` lines high. */
export const TextArea = ({
  label,
  error,
  errorId,
  hint,
  className,
  id,
  ...rest
}: TextAreaProps): ReactElement => (
  <Field {...{ label, error, errorId, hint, className, id }}>
    {(control) => <textarea rows={4} {...rest} {...control} className={cx(styles.input, styles.area)} />}
  </Field>
)
