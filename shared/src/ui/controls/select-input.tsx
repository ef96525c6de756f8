import type { ReactElement, SelectHTMLAttributes } from 'react'
import { Icon } from '../brand/icon.tsx'
import styles from './field.module.css'
import { Field, type FieldProps } from './form-fields.tsx'

export interface SelectInputProps extends FieldProps, SelectHTMLAttributes<HTMLSelectElement> {}

/**
 * A labelled native select in the style of TextInput. Native, so that phones show their own list. Options are
 * children.
 */
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
