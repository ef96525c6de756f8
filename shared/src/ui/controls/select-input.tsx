import type { ReactElement, SelectHTMLAttributes } from 'react'
import { Icon } from '../brand/icon.tsx'
import styles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'

export interface SelectInputProps extends FieldProps, SelectHTMLAttributes<HTMLSelectElement> {}

/** A labelled list in a form, as TextInput looks: the platform's own, so that phones show theirs. Options are children. */
export const SelectInput = ({
  label,
  error,
  errorId,
  hint,
  className,
  id,
  ...rest
}: SelectInputProps): ReactElement => (
  <Field {...{ label, error, errorId, hint, className, id }}>
    {(control) => (
      <span className={styles.choice}>
        <select {...rest} {...control} className={styles.input} />
        <Icon name="chevron-down" />
      </span>
    )}
  </Field>
)
