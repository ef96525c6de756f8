import { TextInput } from '@propsight/shared/ui'
import type { ReactElement } from 'react'
import { RegionField } from './region-field.tsx'
import styles from './sign-in.module.css'
import type { SignInField, SignUpForm } from './sign-in-actions.ts'

export interface SignUpFieldsProps {
  form: SignUpForm
  /**
   * Fields to show. Both are hidden for an e-mail with an account; the code also when the e-mail needs no
   * code.
   */
  asks: { region: boolean; code: boolean }
  set(field: keyof SignUpForm, value: string): void
  /** Element id of the error text when the error belongs to this field. */
  errorIdOf(field: SignInField): string | undefined
}

/** Sign-up fields other than the e-mail. */
export const SignUpFields = ({ form, asks, set, errorIdOf }: SignUpFieldsProps): ReactElement => (
  <>
    <div className={styles.pair}>
      <TextInput
        label="Password"
        type="password"
        autoComplete="new-password"
        required
        value={form.password}
        errorId={errorIdOf('password')}
        onChange={(event) => set('password', event.target.value)}
      />
      <TextInput
        label="Confirm password"
        type="password"
        autoComplete="new-password"
        value={form.confirm}
        errorId={errorIdOf('confirm')}
        onChange={(event) => set('confirm', event.target.value)}
      />
    </div>
    <div className={asks.code ? styles.pair : undefined}>
      <TextInput
        label="Date of birth"
        type="date"
        autoComplete="bday"
        value={form.dateOfBirth}
        errorId={errorIdOf('dateOfBirth')}
        onChange={(event) => set('dateOfBirth', event.target.value)}
      />
      {asks.code && (
        <TextInput
          label="Access code"
          type="text"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          value={form.code}
          errorId={errorIdOf('code')}
          onChange={(event) => set('code', event.target.value)}
        />
      )}
    </div>
    {asks.region && (
      <RegionField
        value={form.region}
        errorId={errorIdOf('region')}
        onChange={(region) => set('region', region)}
      />
    )}
  </>
)
