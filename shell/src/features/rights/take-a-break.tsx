import { flushPicks } from '@propsight/shared/client'
import { EXCLUSION_DAYS } from '@propsight/shared/contracts'
import { longDateText } from '@propsight/shared/format'
import { Button, ConfirmDialog, Select } from '@propsight/shared/ui'
import { useMutation } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { Helplines } from '../../components/helplines.tsx'
import { errorText } from '../../state/error-text.ts'
import { useServices } from '../../state/services.ts'
import styles from './rights.module.css'
import { endSession, exclude } from './rights-api.ts'
import { RightsSection } from './rights-section.tsx'

const DAY_MS = 86_400_000
const NAMES: Record<(typeof EXCLUSION_DAYS)[number], string> = {
  1: '1 day',
  7: '7 days',
  30: '30 days',
  90: '90 days',
  180: '180 days',
  365: '1 year',
  1825: '5 years',
}
const OPTIONS = EXCLUSION_DAYS.map((days) => ({ value: String(days), label: NAMES[days] }))

/** An end of a break in UTC, as in the server's messages, so that client and server name the same day. */
const endText = (end: string | number): string => longDateText(end, 'UTC')

/** Notice on the login screen after a self-exclusion, in the wording of the server. */
const excludedUntil = (until: string): string => `You excluded yourself until ${endText(until)}.`

/**
 * Self-exclusion: the user selects a duration and confirms once, with the end date shown. It cannot be
 * undone. Without a proven mailbox the account is excluded and its e-mail is not, because it may belong to
 * another person.
 */
export function TakeABreak({ mailboxProven }: { mailboxProven: boolean }): ReactElement {
  const services = useServices()
  const [days, setDays] = useState<string>('7')
  const [asking, setAsking] = useState(false)
  const end = endText(Date.now() + Number(days) * DAY_MS)
  const exclusion = useMutation({
    async mutationFn() {
      // The exclusion ends the session on the server, so that picks must be sent before.
      await flushPicks()
      await endSession(services, excludedUntil(await exclude(services, Number(days))))
    },
  })

  return (
    <RightsSection title="Take a break">
      <p>
        Blocks you from Propsight for as long as you choose: no sign-in to this account
        {mailboxProven ? ' and no new one with its email' : ''}. It signs you out everywhere and cannot be
        undone early. Help: <Helplines />
      </p>
      {!mailboxProven && (
        <p>
          To rule out a new account with your email too, sign in once by an emailed link before you take the
          break.
        </p>
      )}
      <div className={styles.row}>
        <Select label="For" options={OPTIONS} value={days} onChange={setDays} />
        <Button variant="bad" onClick={() => setAsking(true)}>
          Take a break
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={`Take a break until ${end}?`}
        confirm="Take the break"
        tone="danger"
        busy={exclusion.isPending}
        error={exclusion.error && errorText(exclusion.error)}
        onConfirm={() => exclusion.mutate()}
        onCancel={() => setAsking(false)}
      >
        You are signed out on every device now and cannot sign in until {end}. It cannot be ended earlier.
        Your account and your credits are kept.
      </ConfirmDialog>
    </RightsSection>
  )
}
