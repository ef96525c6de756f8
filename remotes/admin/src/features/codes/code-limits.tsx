import { TextArea, TextInput } from '@propsight/shared/ui'
import styles from '../../components/screen.module.css'

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
export const CodeLimits = ({ value, onChange }: CodeLimitsProps) => (
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
        onBlur={() => value.uses.trim() === '' && onChange({ uses: '1' })}
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
