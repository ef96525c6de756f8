import { createCodeResponse } from '@propsight/shared/contracts'
import { Button, FieldError, Panel, TextInput } from '@propsight/shared/ui'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import styles from '../../components/screen.module.css'
import { useAdminApi } from '../../state/admin-api.ts'
import { errorText, useUnsaved } from '../../state/requests.ts'
import { CODE_RULE, CodeLimits, codeProblem, expiryOf, NO_LIMITS, notesOf, usesOf } from './create-many.tsx'

/** The Create New Code form (D1). */
export function CreateForm() {
  const { fetchParsed, refresh } = useAdminApi()
  const [code, setCode] = useState('')
  const [limits, setLimits] = useState(NO_LIMITS)
  const [created, setCreated] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const name = code.trim()
  const maxUses = usesOf(limits.uses)
  const problem = name ? codeProblem(name) : null
  useUnsaved(name !== '' || limits.notes !== '')

  const create = useMutation({
    mutationFn() {
      const { expires, notes } = limits
      const body = { code: name, maxUses, expiresAt: expiryOf(expires), notes: notesOf(notes) }
      return fetchParsed(createCodeResponse, '/api/access/create', { body })
    },
    onMutate: () => setCreated(false),
    onSuccess() {
      setCreated(true)
      setCode('')
      setLimits((now) => ({ ...now, notes: '' }))
      // The pressed button is disabled now that the code is empty, so it cannot keep the focus.
      form.current?.querySelector('input')?.focus()
      void refresh('codes', 'audit')
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (name && !problem && maxUses !== null && !create.isPending) create.mutate()
  }
  return (
    <Panel title="Create New Code">
      <form ref={form} className={styles.form} onSubmit={submit}>
        <TextInput
          label="Code"
          required
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={80}
          value={code}
          onChange={(event) => {
            setCode(event.target.value)
            setCreated(false)
          }}
          error={problem && CODE_RULE}
        />
        <CodeLimits value={limits} onChange={(change) => setLimits((now) => ({ ...now, ...change }))} />
        {create.error && (
          <FieldError>{errorText(create.error, { server: 'Failed to create code' })}</FieldError>
        )}
        <p role="status" className={styles.done} hidden={!created}>
          {created && '✅ Code created'}
        </p>
        <Button
          type="submit"
          variant="go"
          block
          busy={create.isPending}
          disabled={!name || problem !== null || maxUses === null}
        >
          Create
        </Button>
      </form>
    </Panel>
  )
}
