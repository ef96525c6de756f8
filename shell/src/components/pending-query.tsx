import { Banner, Button } from '@propsight/shared/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import { errorText } from '../state/error-text.ts'

interface LoadFailedProps {
  /** What is read, as in 'Your alerts'. */
  what: string
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>
}

/** Banner with the error of a query and a button that repeats it. */
export const LoadFailed = ({ what, query }: LoadFailedProps): ReactElement => (
  <Banner
    tone="low"
    icon="warning"
    title={`Your ${what} could not be loaded.`}
    action={
      <Button variant="bare" busy={query.isFetching} onClick={() => void query.refetch()}>
        Retry
      </Button>
    }
  >
    {errorText(query.error)}
  </Banner>
)

interface PendingQueryProps extends LoadFailedProps {
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'isPaused' | 'refetch'>
  className?: string | undefined
  /** Skeletons of the missing content. */
  children: ReactNode
}

/** Replaces the content of a query that has no data: offline, failed or loading. */
export function PendingQuery({ what, query, className, children }: PendingQueryProps): ReactElement {
  if (query.isPaused)
    return (
      <Banner icon="offline" title="You are offline.">
        {`Your ${what} load when the connection is back.`}
      </Banner>
    )
  if (query.error) return <LoadFailed what={what} query={query} />
  return (
    <div className={className} role="status" aria-busy="true" aria-label={`Loading your ${what}`}>
      {children}
    </div>
  )
}
