import { Button, Table, type TableColumn, Tag } from '@propsight/shared/ui'
import type { ReactElement } from 'react'
import type { RemoteLine } from './describe-page.ts'
import styles from './federation-panel.module.css'
import type { SharedPackageLine } from './read-shared.ts'

/** Packages that host and remotes share. Marks packages that are loaded more than once (F3). */
export function SharedTable({ shared }: { shared: readonly SharedPackageLine[] }): ReactElement {
  const copies = (name: string) => shared.filter((line) => line.name === name && line.loaded).length
  const columns: TableColumn<SharedPackageLine>[] = [
    {
      head: 'Package',
      rowHeader: true,
      cell: ({ name }) => (
        <>
          {name}{' '}
          {copies(name) > 1 && (
            <Tag tone="low" small>
              {`${copies(name)} copies`}
            </Tag>
          )}
        </>
      ),
    },
    { head: 'Version', cell: ({ version }) => version },
    { head: 'From', cell: ({ from }) => from },
    { head: 'Used by', cell: ({ usedBy }) => usedBy.join(', ') || '—' },
  ]
  return (
    <Table
      label="Shared packages of this page"
      columns={columns}
      rows={shared}
      keyOf={({ name, version }) => `${name}@${version}`}
      className={styles.table}
    />
  )
}

export interface RemotesTableProps {
  remotes: readonly RemoteLine[]
  /** Whether to offer an override from the developer's machine. */
  developer: boolean
  onRetry(name: string): void
  onOverride(name: string): void
}

const WORD = {
  idle: 'Not asked for',
  loading: 'Loading',
  loaded: 'Loaded',
  failed: 'Failed',
  fallback: 'Fallback',
} as const
const TONE = { loaded: 'good', failed: 'low', fallback: 'mid' } as const

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1)

function State({ remote }: { remote: RemoteLine }): ReactElement {
  const { state, kind, fallback } = remote
  const tone = state in TONE ? TONE[state as keyof typeof TONE] : undefined
  return (
    <>
      <Tag {...(tone && { tone })}>{WORD[state]}</Tag>
      {kind && <span className={styles.more}>{kind}</span>}
      {fallback && <span className={styles.more}>shows {fallback}</span>}
    </>
  )
}

const COLUMNS: readonly TableColumn<RemoteLine>[] = [
  {
    head: 'Remote',
    rowHeader: true,
    cell: ({ name, override, channel, version, waiting }) => (
      <>
        <b>{name}</b>{' '}
        {override && (
          <Tag tone="mid" small>
            override
          </Tag>
        )}
        {!override && channel === 'canary' && (
          <Tag outlined small>
            canary
          </Tag>
        )}
        <span className={styles.more}>{version}</span>
        {waiting && <span className={styles.more}>→ {waiting} waits</span>}
      </>
    ),
  },
  { head: 'State', cell: (remote) => <State remote={remote} /> },
  { head: 'Contract', wide: true, cell: ({ contract }) => contract },
  {
    head: 'From',
    wide: true,
    cell: ({ origin }) => (origin === location.origin ? 'this server' : origin),
  },
  { head: 'ms', numeric: true, cell: ({ ms }) => ms ?? '—' },
  {
    head: 'kB',
    numeric: true,
    cell: ({ transfer: { bytes } }) => (bytes === null ? '—' : kilobytes(bytes)),
  },
]

/** One row per remote: release, state, contract, origin, load time and size. */
export function RemotesTable({ remotes, developer, onRetry, onOverride }: RemotesTableProps): ReactElement {
  const actions: TableColumn<RemoteLine> = {
    head: 'Actions',
    hiddenHead: true,
    className: styles.actions,
    cell: ({ name, state }) => (
      <>
        {(state === 'failed' || state === 'fallback') && (
          <Button variant="bare" aria-label={`Retry ${name}`} onClick={() => onRetry(name)}>
            Retry
          </Button>
        )}
        {developer && (
          <Button variant="bare" aria-label={`Point ${name} at my machine`} onClick={() => onOverride(name)}>
            My machine
          </Button>
        )}
      </>
    ),
  }
  return (
    <Table
      label="Remotes of this page"
      columns={[...COLUMNS, actions]}
      rows={remotes}
      keyOf={({ name }) => name}
      className={styles.table}
    />
  )
}
