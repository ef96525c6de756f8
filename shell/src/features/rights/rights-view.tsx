import { saveFile } from '@propsight/shared/client'
import type { AccountRights } from '@propsight/shared/contracts'
import { momentText, zoneText } from '@propsight/shared/format'
import { Button, FieldError, Skeleton } from '@propsight/shared/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import type { ReactElement } from 'react'
import { PendingQuery } from '../../components/pending-query.tsx'
import { errorText } from '../../state/error-text.ts'
import { useServices } from '../../state/services.ts'
import { userAtom } from '../../state/session.ts'
import { DailyLimit } from './daily-limit.tsx'
import { DeleteAccount } from './delete-account.tsx'
import styles from './rights.module.css'
import { readExport, readRights, rightsKey } from './rights-api.ts'
import { RightsSection } from './rights-section.tsx'
import { TakeABreak } from './take-a-break.tsx'

const NAMES: Record<string, string> = {
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
            <b>{NAMES[document] ?? document}</b>
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
