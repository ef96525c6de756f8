import { TextArea } from '@propsight/shared/ui'

const LEAST = 3
const MOST = 500

export const isReason = (text: string): boolean => text.trim().length >= LEAST

/** The reason for an action. It is recorded in the audit log, and in the ledger if credits change. */
export const ReasonField = ({ value, onChange }: { value: string; onChange(text: string): void }) => (
  <TextArea
    label="Reason"
    required
    rows={2}
    maxLength={MOST}
    hint="Kept in the audit log."
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
)
