import { type AdminUserRow, adminUsersResponse } from '@propsight/shared/contracts'
import { Button, EmptyState, ErrorState, Icon, Panel, Skeleton } from '@propsight/shared/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Fact, Facts } from '../../components/facts.tsx'
import { Link } from '../../components/link.tsx'
import screen from '../../components/screen.module.css'
import { countText, dateText, timeText } from '../../components/format.ts'
import { useAdminApi } from '../../state/admin-api.ts'
import { errorText } from '../../state/error-text.ts'
import { AdjustCredits } from './user-actions.tsx'
import { ChangePlan } from './change-plan.tsx'
import { Ledger } from './ledger.tsx'
import { UserTags } from './user-labels.tsx'
import { isExcluded, planText } from './user-texts.ts'

const FAILED = { server: 'Failed to read the user' }

function factsOf(user: AdminUserRow): Fact[] {
  const excluded: Fact = ['Excluded until', timeText(user.excludedUntil)]
  return [
    ['Credits', countText(user.credits)],
    ['Plan', planText(user.plan)],
    ['Created', dateText(user.createdAt)],
    ['Last sign-in', timeText(user.lastSignInAt)],
    ['Email confirmed', dateText(user.emailVerifiedAt)],
    ...(isExcluded(user, Date.now()) ? [excluded] : []),
    ['Id', user.userId],
  ]
}

/** One account: its data, its ledger, and the actions on it. */
export function UserDetail({ id }: { id: string }) {
  const { ask } = useAdminApi()
  const [deed, setDeed] = useState<'adjust' | 'plan' | null>(null)
  const read = useQuery({
    // Below the list's key, so that an invalidation of `users` refetches both.
    queryKey: ['admin', 'users', 'one', id],
    queryFn: async ({ signal }) => {
      const query = { search: id, limit: 1 }
      const { users } = await ask(adminUsersResponse, '/api/admin/users', { query, signal })
      return users.find(({ userId }) => userId === id) ?? null
    },
    staleTime: 0,
  })
  const user = read.data
  const close = () => setDeed(null)
  return (
    <div className={screen.view}>
      <Link className={screen.back} to={{ view: 'users' }}>
        <Icon name="chevron-left" />
        All users
      </Link>
      {user === undefined && !read.error && (
        <div className={screen.view} role="status" aria-busy="true" aria-label="Loading the user">
          <Skeleton width="40%" height={20} />
          <Skeleton height={72} />
        </div>
      )}
      {user === undefined && read.error && (
        <ErrorState title={errorText(read.error, FAILED)} onRetry={() => void read.refetch()}>
          Nothing was changed.
        </ErrorState>
      )}
      {user === null && (
        <EmptyState icon="search" title="No such user">
          The account was deleted, or never was.
        </EmptyState>
      )}
      {user && (
        <>
          <h2>
            {user.email}
            <UserTags user={user} />
          </h2>
          <Facts facts={factsOf(user)} />
          <div className={screen.deeds}>
            <Button onClick={() => setDeed('adjust')}>Adjust credits</Button>
            <Button onClick={() => setDeed('plan')}>Change plan</Button>
          </div>
          <Panel title="Ledger">
            <Ledger userId={id} />
          </Panel>
          {deed === 'adjust' && <AdjustCredits user={user} onClose={close} />}
          {deed === 'plan' && <ChangePlan user={user} onClose={close} />}
        </>
      )}
    </div>
  )
}
