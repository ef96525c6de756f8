import { flushPicks, saveFile } from '@propsight/shared/client'
import { type AccountRights, EXCLUSION_DAYS } from '@propsight/shared/contracts'
import { longDateText, momentText, zoneText } from '@propsight/shared/format'
import { Banner, Button, ConfirmDialog, FieldError, Select, Skeleton, TextInput } from '@propsight/shared/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type FormEvent, type ReactElement, useId, useState } from 'react'
import { Helplines } from '../../components/helplines.tsx'
import { PendingQuery } from '../../components/pending-query.tsx'
import { errorText } from '../../state/error-text.ts'
import { useServices } from '../../state/services.ts'
import { userAtom } from '../../state/session.ts'
import { useUnsavedWork } from '../../state/unsaved-work.ts'
import { DeleteAccount } from './delete-account.tsx'
import styles from './rights.module.css'
import { endSession, exclude, readExport, readRights, rightsKey, setLimit } from './rights-api.ts'
import { credits, RightsSection } from './rights-section.tsx'

const DAY_MS = 86_400_000
const DAYS_TEXTS: Record<(typeof EXCLUSION_DAYS)[number], string> = {
  1: '1 day',
  7: '7 days',
  30: '30 days',
  90: '90 days',
  180: '180 days',
  365: '1 year',
  1825: '5 years',
}
const OPTIONS = EXCLUSION_DAYS.map((days) => ({ value: String(days), label: DAYS_TEXTS[days] }))

/** An end of a break in UTC, as in the server's messages, so that client and server name the same day. */
const endText = (end: string | number): string => longDateText(end, 'UTC')

/** Notice on the login screen after a self-exclusion, in the wording of the server. */
const excludedUntil = (until: string): string => `You excluded yourself until ${endText(until)}.`

/**
 * Self-exclusion: the user selects a duration and confirms once, with the end date shown. It cannot be
 * undone. Without a proven mailbox the account is excluded and its e-mail is not, because it may belong to
 * another person.
 */
function TakeABreak({ mailboxProven }: { mailboxProven: boolean }): ReactElement {
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

const MAX_LIMIT = 1_000
const inWords = (limit: number | null): string => (limit === null ? 'No limit' : credits(limit))

interface DailyLimitProps {
  rights: AccountRights
  userId: string
}

/** Current daily limit, credits used, a pending higher limit, and a form for a new limit. */
function DailyLimit({ rights, userId }: DailyLimitProps): ReactElement {
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

const DOCUMENT_NAMES: Record<string, string> = {
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  'age-21': '21 or older',
}

/** Documents that the user accepted, each with version and time. */
export const Consents = ({ consents }: Pick<AccountRights, 'consents'>): ReactElement => (
  <RightsSection title="What you agreed to">
    {consents.length === 0 ? (
      <p>Nothing is recorded for this account.</p>
    ) : (
      <ul className={styles.consents}>
        {consents.map(({ document, version, acceptedAt }) => (
          <li key={`${document} ${version} ${acceptedAt}`}>
            <b>{DOCUMENT_NAMES[document] ?? document}</b>
            <span>version {version}</span>
            <time dateTime={acceptedAt}>{momentText(acceptedAt)}</time>
          </li>
        ))}
      </ul>
    )}
  </RightsSection>
)

/** Downloads all stored personal data of the user as a JSON file. */
export function DownloadData(): ReactElement {
  const services = useServices()
  const download = useMutation({
    async mutationFn() {
      const data = await readExport(services)
      const name = `propsight-data-${data.exportedAt.slice(0, 10)}.json`
      saveFile(name, JSON.stringify(data, null, 2), 'application/json')
      return name
    },
  })
  const doneText = download.data ? `Saved as ${download.data}.` : ''
  return (
    <RightsSection title="Your data">
      <p>Everything that Propsight stores about you, in one JSON file.</p>
      <div className={styles.row}>
        <Button busy={download.isPending} onClick={() => download.mutate()}>
          Download my data
        </Button>
        <p className={styles.done} role="status">
          {download.isPending ? 'Collecting your data…' : doneText}
        </p>
      </div>
      {download.error && <FieldError>{errorText(download.error)}</FieldError>}
    </RightsSection>
  )
}

/** 'Your data and limits': daily limit, self-exclusion, data export, consents and deletion. */
export function RightsView(): ReactElement | null {
  const services = useServices()
  const user = useAtomValue(userAtom)
  const query = useQuery({
    queryKey: rightsKey(user?.id ?? ''),
    enabled: user !== null,
    // Every analysis changes the credits used.
    staleTime: 0,
    queryFn: () => readRights(services),
  })
  if (!user) return null
  const { data } = query
  // Break, export and deletion stay available when the rights cannot be read.
  const times = [...(data?.consents.map(({ acceptedAt }) => acceptedAt) ?? []), data?.pending?.from ?? null]
  return (
    <div className={styles.view}>
      {data && <p>Times in {zoneText(times)}</p>}
      {data ? (
        <DailyLimit rights={data} userId={user.id} />
      ) : (
        <PendingQuery what="limits" query={query} className={styles.waiting}>
          <Skeleton width={120} height={14} />
          <Skeleton height={60} />
          <Skeleton height={44} />
        </PendingQuery>
      )}
      <TakeABreak mailboxProven={data?.mailboxProven ?? true} />
      <DownloadData />
      {data && <Consents consents={data.consents} />}
      <DeleteAccount email={user.email} />
    </div>
  )
}
