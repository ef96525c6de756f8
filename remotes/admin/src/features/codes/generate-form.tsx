import { createdCodesResponse, MAX_CODES_PER_REQUEST } from '@propsight/shared/contracts'
import { countText, numberText } from '@propsight/shared/format'
import { Button, FieldError, TextInput } from '@propsight/shared/ui'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import styles from '../../components/screen.module.css'
import { useAdminApi } from '../../state/admin-api.ts'
import { errorText, useRetryKey } from '../../state/requests.ts'
import type { NewCode } from './code-csv.ts'
import { CodeLimits, expiryOf, NO_LIMITS, notesOf, usesOf } from './code-limits.tsx'

const PREFIX = /^[A-Za-z0-9-]{0,20}$/

/** Generates random codes. A retry after a lost answer uses the same idempotency key. */
export function GenerateForm({ onCreated }: { onCreated(codes: NewCode[]): void }) {
  const { fetchParsed } = useAdminApi()
  const [count, setCount] = useState('10')
  const [prefix, setPrefix] = useState('')
  const [limits, setLimits] = useState(NO_LIMITS)
  const retryKey = useRetryKey()
  const requestedCount = Number(count)
  const maxUses = usesOf(limits.uses)
  const isCount =
    Number.isInteger(requestedCount) && requestedCount > 0 && requestedCount <= MAX_CODES_PER_REQUEST
  const isPrefix = PREFIX.test(prefix.trim())

  const generate = useMutation({
    mutationFn(values: Omit<NewCode, 'code'>) {
      const request = { count: requestedCount, prefix: prefix.trim(), ...values }
      const body = { ...request, idempotencyKey: retryKey(request) }
      return fetchParsed(createdCodesResponse, '/api/admin/generate-codes', { body })
    },
    onSuccess: ({ codes }, values) => onCreated(codes.map((code) => ({ code, ...values }))),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isCount || !isPrefix || maxUses === null || generate.isPending) return
    generate.mutate({ maxUses, expiresAt: expiryOf(limits.expires), notes: notesOf(limits.notes) })
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
      {generate.error && (
        <FieldError>{errorText(generate.error, { server: 'Failed to create codes' })}</FieldError>
      )}
      <Button
        type="submit"
        variant="go"
        busy={generate.isPending}
        disabled={!isCount || !isPrefix || maxUses === null}
      >
        {isCount ? `Create ${countText(requestedCount, 'code')}` : 'Create codes'}
      </Button>
    </form>
  )
}
