import type { AccountRights } from '@propsight/shared/contracts'
import { momentText } from '@propsight/shared/format'
import { Banner, Button, FieldError, TextInput } from '@propsight/shared/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactElement, useId, useState } from 'react'
import { errorText } from '../../state/error-text.ts'
import { useServices } from '../../state/services.ts'
import { useUnsavedWork } from '../../state/unsaved-work.ts'
import styles from './rights.module.css'
import { rightsKey, setLimit } from './rights-api.ts'
import { credits, RightsSection } from './rights-section.tsx'

const MAX_LIMIT = 1_000
const inWords = (limit: number | null): string => (limit === null ? 'No limit' : credits(limit))

export interface DailyLimitProps {
  rights: AccountRights
  userId: string
}

/** Current daily limit, credits used, a pending higher limit, and a form for a new limit. */
export function DailyLimit({ rights, userId }: DailyLimitProps): ReactElement {
  const services = useServices()
  const queryClient = useQueryClient()
  const errorId = useId()
  const [value, setValue] = useState('')
  const [done, setDone] = useState('')
  const { limit, used, pending } = rights
  useUnsavedWork(value !== '')

  const change = useMutation({
    async mutationFn(next: number | null) {
      if (next !== null && (!Number.isInteger(next) || next < 0 || next > MAX_LIMIT))
        throw new Error('Enter a whole number from 0 to 1,000.')
      return setLimit(services, next)
    },
    onMutate: () => setDone(''),
    onSuccess(answer) {
      queryClient.setQueryData(rightsKey(userId), answer)
      setValue('')
      setDone(answer.pending ? 'The change waits 24 hours.' : 'Your daily limit is set.')
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!change.isPending) change.mutate(value.trim() === '' ? Number.NaN : Number(value))
  }

  return (
    <RightsSection title="Daily limit">
      <p>
        The most credits you may spend within any 24 hours. A lower limit counts at once; a higher one, or
        none, after 24 hours.
      </p>
      <dl className={styles.facts}>
        <div>
          <dt>Limit</dt>
          <dd className="u-fig">{inWords(limit)}</dd>
        </div>
        <div>
          <dt>Used in the last 24 hours</dt>
          <dd className="u-fig">{limit === null ? credits(used) : `${used} of ${limit}`}</dd>
        </div>
      </dl>
      {pending && (
        <Banner
          icon="clock"
          title={`${inWords(pending.limit)} from ${momentText(pending.from)}.`}
          action={
            <Button variant="bare" busy={change.isPending} onClick={() => change.mutate(limit)}>
              Keep {limit}
            </Button>
          }
        >
          Until then {inWords(limit)}.
        </Banner>
      )}
      <form className={styles.row} noValidate onSubmit={submit}>
        <TextInput
          label="Credits in 24 hours"
          inputMode="numeric"
          autoComplete="off"
          className={styles.grow}
          value={value}
          errorId={change.error ? errorId : undefined}
          onChange={(event) => setValue(event.target.value)}
        />
        <Button type="submit" large busy={change.isPending}>
          Set limit
        </Button>
        {limit !== null && (
          <Button variant="bare" large busy={change.isPending} onClick={() => change.mutate(null)}>
            No limit
          </Button>
        )}
      </form>
      {change.error && <FieldError id={errorId}>{errorText(change.error)}</FieldError>}
      <p className={styles.done} role="status">
        {done}
      </p>
    </RightsSection>
  )
}
