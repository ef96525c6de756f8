import { Banner, Button, Skeleton } from '@propsight/shared/ui'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import type { ReactElement } from 'react'
import { sentenceOf } from '../../state/error-text.ts'
import { useServices } from '../../state/services.ts'
import { userAtom } from '../../state/session.ts'
import { Consents } from './consents.tsx'
import { DailyLimit } from './daily-limit.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { DownloadData } from './download-data.tsx'
import styles from './rights.module.css'
import { readRights, rightsKey } from './rights-api.ts'
import { TakeABreak } from './take-a-break.tsx'

const Waiting = () => (
  <div className={styles.waiting} role="status" aria-busy="true" aria-label="Loading your limits">
    <Skeleton width={120} height={14} />
    <Skeleton height={60} />
    <Skeleton height={44} />
  </div>
)

/** 'Your data and limits': daily limit, self-exclusion, data export, consents and deletion. */
export function RightsView(): ReactElement | null {
  const services = useServices()
  const user = useAtomValue(userAtom)
  const { data, error, isFetching, isPaused, refetch } = useQuery({
    queryKey: rightsKey(user?.id ?? ''),
    enabled: user !== null,
    // Every analysis changes the credits used.
    staleTime: 0,
    queryFn: () => readRights(services),
  })
  if (!user) return null
  // Break, export and deletion stay available when the rights cannot be read.
  return (
    <div className={styles.view}>
      {data ? (
        <DailyLimit rights={data} userId={user.id} />
      ) : isPaused ? (
        <Banner icon="offline" title="You are offline.">
          Your limits show once the network is back.
        </Banner>
      ) : error ? (
        <Banner
          tone="low"
          icon="warning"
          title="Your limits could not be read."
          action={
            <Button variant="bare" busy={isFetching} onClick={() => void refetch()}>
              Retry
            </Button>
          }
        >
          {sentenceOf(error)}
        </Banner>
      ) : (
        <Waiting />
      )}
      <TakeABreak />
      <DownloadData />
      {data && <Consents consents={data.consents} />}
      <DeleteAccount email={user.email} />
    </div>
  )
}
