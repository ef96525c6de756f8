import { accessCodeText } from '@propsight/shared/contracts'
import { TextArea, TextInput } from '@propsight/shared/ui'
import styles from '../../components/screen.module.css'

export const CODE_RULE = 'A code has 1 to 64 visible characters and no spaces.'
const MOST_USES = 1_000_000

/** The error message of an invalid code; null for a valid one. */
export const codeProblem = (code: string): string | null =>
  accessCodeText.safeParse(code).success ? null : CODE_RULE

/** Parses the maximum uses: an empty field is 1, an invalid number is null (D1). */
export function usesOf(text: string): number | null {
  const uses = text.trim() === '' ? 1 : Number(text)
  return Number.isInteger(uses) && uses > 0 && uses <= MOST_USES ? uses : null
}

/** Converts the local date and time of a form field to ISO 8601 in UTC; null for an empty field. */
export const expiryOf = (local: string): string | null => (local ? new Date(local).toISOString() : null)

export const notesOf = (text: string): string | null => text.trim() || null

export interface Limits {
  uses: string
  expires: string
  notes: string
}
export const NO_LIMITS: Limits = { uses: '1', expires: '', notes: '' }

interface CodeLimitsProps {
  value: Limits
  onChange(change: Partial<Limits>): void
}

/** The fields of a new access code other than its name: maximum uses, expiry and notes. */
export function CodeLimits({ value, onChange }: CodeLimitsProps) {
  const resetEmptyUses = () => {
    if (value.uses.trim() === '') onChange({ uses: '1' })
  }
  return (
    <>
      <div className={styles.pair}>
        <TextInput
          label="Max Uses"
          type="number"
          min={1}
          step={1}
          inputMode="numeric"
          value={value.uses}
          onChange={(event) => onChange({ uses: event.target.value })}
          onBlur={resetEmptyUses}
        />
        <TextInput
          label="Expires At (optional)"
          type="datetime-local"
          value={value.expires}
          onChange={(event) => onChange({ expires: event.target.value })}
        />
      </div>
      <TextArea
        label="Notes (optional)"
        rows={2}
        maxLength={2_000}
        value={value.notes}
        onChange={(event) => onChange({ notes: event.target.value })}
      />
    </>
  )
}
