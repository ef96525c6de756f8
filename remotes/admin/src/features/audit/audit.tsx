import { type AuditRow, auditResponse } from '@propsight/shared/contracts'
import { Button, type TableColumn } from '@propsight/shared/ui'
import { timeText } from '../../components/format.ts'
import { Link } from '../../components/link.tsx'
import { List, WIDE, WIDE_TIME } from '../../components/list.tsx'
import screen from '../../components/screen.module.css'
import { SearchBar, useSearch } from '../../components/search-bar.tsx'
import { usePages } from '../../state/admin-api.ts'

/** 'create-code' as 'Create code'. */
export function actionText(action: string): string {
  const words = action.replaceAll(/[-_.]/g, ' ')
  return `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The details of an action: 'reason: Lost a run · delta: 20'. */
export const detailText = (detail: Readonly<Record<string, unknown>>): string =>
  Object.entries(detail)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${valueText(value)}`)
    .join(' · ')

/** Whether the target of an action is a user id, which can link to the user's page. */
export const isUserId = (target: string): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(target)

const COLUMNS: readonly TableColumn<AuditRow>[] = [
  { head: 'When', ...WIDE_TIME, cell: ({ at }) => timeText(at) },
  {
    head: 'What',
    cell: ({ at, actor, action, target, detail }) => (
      <>
        <span className={screen.strong}>{actionText(action)}</span>{' '}
        {isUserId(target) ? (
          <Link className={screen.link} to={{ view: 'users', user: target }}>
            {target}
          </Link>
        ) : (
          target
        )}
        <span className={screen.under}>{detailText(detail)}</span>
        <span className={`${screen.under} u-narrow`}>
          {actor} · {timeText(at)}
        </span>
      </>
    ),
  },
  { head: 'Who', ...WIDE, cell: ({ actor }) => actor },
]
const EMPTY = {
  icon: 'clock',
  title: 'Nothing yet',
  text: 'Every change by an administrator is listed here.',
} as const

/** Every action of an administrator, newest first. */
export function Audit() {
  const search = useSearch()
  const { first: _, ...pages } = usePages({
    list: 'audit',
    path: '/api/admin/audit',
    search: search.settled,
    schema: auditResponse,
    rows: ({ entries }) => entries,
    next: ({ next }) => next,
  })
  return (
    <section className={screen.view} aria-labelledby="audit-title">
      <h2 id="audit-title">Audit log</h2>
      <SearchBar label="Search actor, action or target" search={search}>
        <Button busy={pages.busy} onClick={pages.again}>
          Refresh
        </Button>
      </SearchBar>
      <List
        label="Audit log"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        pages={pages}
        search={search.settled}
        empty={EMPTY}
        failed={{ server: 'Failed to read the audit log' }}
      />
    </section>
  )
}
