import { type AdminUserRow, adminUsersResponse } from '@propsight/shared/contracts'
import { numberText } from '@propsight/shared/format'
import { Button, type TableColumn } from '@propsight/shared/ui'
import { dateText, timeText } from '../../components/format.ts'
import { Link, useQueryParams } from '../../components/link.tsx'
import { FIGURE, List, WIDE, WIDE_FIGURE } from '../../components/list.tsx'
import screen from '../../components/screen.module.css'
import { SearchBar, useSearch } from '../../components/search-bar.tsx'
import { usePages } from '../../state/admin-api.ts'
import { UserDetail } from './user-detail.tsx'
import { planText, UserTags } from './user-labels.tsx'

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
