import {
  type AdminUserRow,
  adminUsersResponse,
  type LedgerRow,
  ledgerResponse,
} from '@propsight/shared/contracts'
import { numberText } from '@propsight/shared/format'
import { Button, EmptyState, ErrorState, Icon, Panel, Skeleton, type TableColumn } from '@propsight/shared/ui'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { changeText, dateText, timeText } from '../../components/format.ts'
import { Link, useQueryParams } from '../../components/link.tsx'
import {
  ACTIONS,
  type Fact,
  Facts,
  FIGURE,
  List,
  WIDE,
  WIDE_FIGURE,
  WIDE_TIME,
} from '../../components/list.tsx'
import { closeAndFocus } from '../../components/modal.tsx'
import screen from '../../components/screen.module.css'
import { SearchBar, useSearch } from '../../components/search-bar.tsx'
import { useAdminApi, usePages } from '../../state/admin-api.ts'
import { errorText } from '../../state/requests.ts'
import {
  AdjustCredits,
  ChangePlan,
  isExcluded,
  planText,
  RefundRun,
  reasonText,
  refundable,
  UserTags,
} from './user-actions.tsx'

/** The credit ledger of an account, newest first. A captured run can be refunded. */
function Ledger({ userId }: { userId: string }) {
  const [runId, setRunId] = useState<string | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const { first: _, ...pages } = usePages({
    list: 'ledger',
    of: userId,
    path: `/api/admin/users/${userId}/ledger`,
    schema: ledgerResponse,
    rows: ({ entries }) => entries,
    next: ({ next }) => next,
  })
  const open = refundable(pages.rows ?? [])
  const columns: TableColumn<LedgerRow>[] = [
    { head: 'When', ...WIDE_TIME, cell: ({ createdAt }) => timeText(createdAt) },
    {
      head: 'What',
      cell: ({ reason, note, createdAt }) => (
        <>
          <span className={screen.strong}>{reasonText(reason)}</span>
          {note && <span className={screen.under}>{note}</span>}
          <span className={`${screen.under} u-narrow`}>{timeText(createdAt)}</span>
        </>
      ),
    },
    { head: 'Change', ...FIGURE, cell: ({ delta }) => changeText(delta) },
    { head: 'Balance', ...FIGURE, cell: ({ balanceAfter }) => numberText(balanceAfter) },
  ]
  if (open.size)
    columns.push({
      ...ACTIONS,
      cell: (entry) =>
        open.has(entry.id) && (
          <Button
            variant="bare"
            aria-label={`Refund the run of ${timeText(entry.createdAt)}`}
            onClick={() => setRunId(entry.runId)}
          >
            Refund
          </Button>
        ),
    })
  return (
    <div ref={place} tabIndex={-1} className={screen.title}>
      <List
        label="Ledger"
        columns={columns}
        keyOf={({ id }) => id}
        pages={pages}
        empty={{ icon: 'credit', title: 'No entries', text: 'No credits have moved on this account.' }}
        failed={{ server: 'Failed to read the ledger' }}
      />
      {runId && (
        <RefundRun
          userId={userId}
          runId={runId}
          onClose={() => setRunId(null)}
          onRefunded={() => closeAndFocus(place, () => setRunId(null))}
        />
      )}
    </div>
  )
}

const FAILED = { server: 'Failed to read the user' }

function listFacts(user: AdminUserRow): Fact[] {
  const excluded: Fact = ['Excluded until', timeText(user.excludedUntil)]
  return [
    ['Credits', numberText(user.credits)],
    ['Plan', planText(user.plan)],
    ['Created', dateText(user.createdAt)],
    ['Last sign-in', timeText(user.lastSignInAt)],
    ['Email confirmed', dateText(user.emailVerifiedAt)],
    ...(isExcluded(user, Date.now()) ? [excluded] : []),
    ['Id', user.userId],
  ]
}

/** One account: its data, its ledger, and the actions on it. */
function UserDetail({ id }: { id: string }) {
  const { fetchParsed } = useAdminApi()
  const [openDialog, setOpenDialog] = useState<'adjust' | 'plan' | null>(null)
  const read = useQuery({
    // Below the list's key, so that an invalidation of `users` refetches both.
    queryKey: ['admin', 'users', 'one', id],
    queryFn: async ({ signal }) => {
      const query = { search: id, limit: 1 }
      const { users } = await fetchParsed(adminUsersResponse, '/api/admin/users', { query, signal })
      return users.find(({ userId }) => userId === id) ?? null
    },
    staleTime: 0,
  })
  const user = read.data
  const close = () => setOpenDialog(null)
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
          The account was deleted or never existed.
        </EmptyState>
      )}
      {user && (
        <>
          <h2>
            {user.email}
            <UserTags user={user} />
          </h2>
          <Facts facts={listFacts(user)} />
          <div className={screen.actions}>
            <Button onClick={() => setOpenDialog('adjust')}>Adjust credits</Button>
            <Button onClick={() => setOpenDialog('plan')}>Change plan</Button>
          </div>
          <Panel title="Ledger">
            <Ledger userId={id} />
          </Panel>
          {openDialog === 'adjust' && <AdjustCredits user={user} onClose={close} />}
          {openDialog === 'plan' && <ChangePlan user={user} onClose={close} />}
        </>
      )}
    </div>
  )
}

const COLUMNS: readonly TableColumn<AdminUserRow>[] = [
  {
    head: 'Email',
    cell: (user) => (
      <>
        <Link className={screen.link} to={{ view: 'users', user: user.userId }}>
          {user.email}
        </Link>
        <UserTags user={user} />
        <span className={`${screen.under} u-narrow`}>
          {planText(user.plan)} · since {dateText(user.createdAt)}
        </span>
      </>
    ),
  },
  { head: 'Plan', ...WIDE, cell: ({ plan }) => planText(plan) },
  { head: 'Credits', ...FIGURE, cell: ({ credits }) => numberText(credits) },
  { head: 'Created', ...WIDE_FIGURE, cell: ({ createdAt }) => dateText(createdAt) },
  { head: 'Last sign-in', ...WIDE_FIGURE, cell: ({ lastSignInAt }) => timeText(lastSignInAt) },
]
const EMPTY = {
  icon: 'search',
  title: 'No users yet',
  text: 'Create an access code for a new user.',
} as const

/** The list of users. */
function UserList() {
  const search = useSearch()
  const { first: _, ...pages } = usePages({
    list: 'users',
    path: '/api/admin/users',
    search: search.settled,
    schema: adminUsersResponse,
    rows: ({ users }) => users,
    next: ({ next }) => next,
  })
  return (
    <section className={screen.view} aria-labelledby="users-title">
      <h2 id="users-title">Users</h2>
      <SearchBar label="Search email or id" search={search}>
        <Button busy={pages.busy} onClick={pages.again}>
          Refresh
        </Button>
      </SearchBar>
      <List
        label="Users"
        columns={COLUMNS}
        keyOf={({ userId }) => userId}
        pages={pages}
        search={search.settled}
        empty={EMPTY}
        failed={{ server: 'Failed to list users' }}
      />
    </section>
  )
}

/** The list of users, or the user named by `?user=`. */
export function Users() {
  const user = useQueryParams().query.get('user')
  return user ? <UserDetail key={user} id={user} /> : <UserList />
}
