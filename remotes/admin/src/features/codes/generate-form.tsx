import { createdCodesResponse, MAX_CODES_PER_REQUEST } from '@propsight/shared/contracts'
import { countText, numberText } from '@propsight/shared/format'
import { Button, FieldError, TextInput } from '@propsight/shared/ui'
import { type FormEvent, useState } from 'react'
import styles from '../../components/screen.module.css'
import { useAdminApi } from '../../state/admin-api.ts'
import { useRetryKey, useServerMutation } from '../../state/use-server-mutation.ts'
import type { NewCode } from './code-csv.ts'
import { CodeLimits, expiryOf, NO_LIMITS, notesOf, usesOf } from './code-limits.tsx'

const PREFIX = /^[A-Za-z0-9-]{0,20}$/

/** Generates random codes. A retry after a lost answer uses the same idempotency key. */
export function GenerateForm({ onCreated }: { onCreated(codes: NewCode[]): void }) {
  const { fetchParsed } = useAdminApi()
  const [count, setCount] = useState('10')
  const [prefix, setPrefix] = useState('')
  const [limits, setLimits] = useState(NO_LIMITS)
  const mutation = useServerMutation({ server: 'Failed to create codes' })
  const retry = useRetryKey()
  const requestedCount = Number(count)
  const maxUses = usesOf(limits.uses)
  const isCount =
    Number.isInteger(requestedCount) && requestedCount > 0 && requestedCount <= MAX_CODES_PER_REQUEST
  const isPrefix = PREFIX.test(prefix.trim())

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!isCount || !isPrefix || maxUses === null) return
    const more = { maxUses, expiresAt: expiryOf(limits.expires), notes: notesOf(limits.notes) }
    const values = { count: requestedCount, prefix: prefix.trim(), ...more }
    await mutation.run(async () => {
      const body = { ...values, idempotencyKey: retry.keyOf(values) }
      const { codes } = await fetchParsed(createdCodesResponse, '/api/admin/generate-codes', { body })
      onCreated(codes.map((code) => ({ code, ...more })))
    })
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <div className={styles.pair}>
        <TextInput
          label="How many"
          type="number"
          inputMode="numeric"
          min={1}
          max={MAX_CODES_PER_REQUEST}
          value={count}
          onChange={(event) => setCount(event.target.value)}
        />
        <TextInput
          label="Prefix (optional)"
          autoComplete="off"
          spellCheck={false}
          maxLength={20}
          value={prefix}
          onChange={(event) => setPrefix(event.target.value)}
          error={isPrefix ? null : 'Letters, digits and hyphens only'}
        />
      </div>
      <CodeLimits value={limits} onChange={(change) => setLimits((now) => ({ ...now, ...change }))} />
      {!isCount && count !== '' && (
        <FieldError>{`1 to ${numberText(MAX_CODES_PER_REQUEST)} at once`}</FieldError>
      )}
      {mutation.error && <FieldError>{mutation.error}</FieldError>}
      <Button
        type="submit"
        variant="go"
        busy={mutation.busy}
        disabled={!isCount || !isPrefix || maxUses === null}
      >
        {isCount ? `Create ${countText(requestedCount, 'code')}` : 'Create codes'}
      </Button>
    </form>
  )
}
