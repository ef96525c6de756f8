import type { InputHTMLAttributes, ReactElement } from 'react'
import styles from './field.module.css'
import { Field, type FieldProps } from './form-fields.tsx'

export interface TextInputProps extends FieldProps, InputHTMLAttributes<HTMLInputElement> {}

/** A labelled input with hint and error. */
export const TextInput = ({
  label,
  error,
  errorId,
  hint,
  className,
  id,
  ...rest
}: TextInputProps): ReactElement => (
  <Field {...{ label, error, errorId, hint, className, id }}>
    {(control) => <input {...rest} {...control} className={styles.input} />}
  </Field>
)
