import { TextInput } from '@propsight/shared/ui'
import type { ReactElement } from 'react'

export interface MailCodeFieldProps {
  value: string
  error?: string | undefined
  /** Id of an error that is shown elsewhere. */
  errorId?: string | undefined
  autoFocus?: boolean
  onChange(value: string): void
}

/** Field for the code of a mail: digits, offered by the system where it reads them. */
export const MailCodeField = ({ onChange, ...input }: MailCodeFieldProps): ReactElement => (
  <TextInput
    label="Code from the mail"
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={12}
    required
    {...input}
    onChange={(event) => onChange(event.target.value)}
  />
)
