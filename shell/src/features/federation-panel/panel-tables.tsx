import type { Registry, RegistryEntry } from '@propsight/shared/contracts'
import { Button, Table, type TableColumn, Tag } from '@propsight/shared/ui'
import type { ReactElement } from 'react'
import type { LoadRecord } from '../../loader/load-log.ts'
import type { RegistryState } from '../../loader/registry-store.ts'
import { originOf } from '../../state/override-owner.ts'
import styles from './federation-panel.module.css'
import type { SharedPackageLine } from './read-shared.ts'

interface Transfer {
  files: number
  /**
   * Bytes over the network; 0 when everything came from the browser's cache; null when another origin hides
   * sizes.
   */
  bytes: number | null
}

/** Files and bytes fetched from below a URL, from the Performance API. */
export function transferFrom(base: string, from: Performance = performance): Transfer {
  const entries = from
    .getEntriesByType('resource')
    .filter((entry): entry is PerformanceResourceTiming => 'transferSize' in entry)
    .filter(({ name }) => name.startsWith(base))
  const hasSizes = entries.some(
    ({ transferSize, encodedBodySize }) => transferSize > 0 || encodedBodySize > 0,
  )
  const bytes = hasSizes ? entries.reduce((sum, { transferSize }) => sum + transferSize, 0) : null
  return { files: entries.length, bytes }
}

interface ServerTime {
  name: string
  /** Milliseconds. */
  ms: number
}

/** Server times of this page, from its `Server-Timing` header. */
export function pageServerTiming(from: Performance = performance): ServerTime[] {
  const [page] = from.getEntriesByType('navigation')
  const timing = page && 'serverTiming' in page ? page.serverTiming : []
  if (!Array.isArray(timing)) return []
  return timing.map(({ name, duration }: PerformanceServerTiming) => ({ name, ms: duration }))
}

type RemoteState = 'idle' | 'loading' | 'loaded' | 'failed' | 'fallback'

interface RemoteLine {
  name: string
  title: string
  version: string
  /** A newer release that is not shown yet: it waits for saved work or for a reload. */
  waiting: string | null
  channel: 'stable' | 'canary' | null
  contract: string
  origin: string
  override: boolean
  state: RemoteState
  /** Kind of the load failure, also when the fallback is shown. */
  kind: string | null
  /** Version of the fallback release, if it was requested. */
  fallback: string | null
  /** Load time of the shown release, ms, from the request to the module or to the failure. */
  ms: number | null
  transfer: Transfer
}

/** Content of the panel and of its JSON copy. Contains no secrets (no ticket, no token). */
export interface PageDescription {
  at: string
  shell: string
  newestShell: string | null
  registry: { source: string | null; generatedAt: string | null; error: string | null }
  remotes: RemoteLine[]
  shared: SharedPackageLine[]
  serverTiming: ServerTime[]
}

const same = (record: LoadRecord, { name, version }: Pick<RegistryEntry, 'name' | 'version'>): boolean =>
  record.name === name && record.version === version

function describeRemote(
  entry: RegistryEntry,
  newest: Registry | null,
  log: readonly LoadRecord[],
  transferOf: (base: string) => Transfer,
): RemoteLine {
  const registeredLoad = log.find((record) => same(record, entry))
  const { fallback } = entry
  const fallbackLoad =
    fallback && log.find((record) => same(record, fallback) && record.fallbackOf === entry.version)
  const shown = fallbackLoad ?? registeredLoad
  const next = newest?.remotes.find(({ name }) => name === entry.name)
  return {
    name: entry.name,
    title: entry.placement.title,
    version: entry.version,
    waiting: next && next.version !== entry.version ? next.version : null,
    channel: entry.channel ?? null,
    contract: entry.contract,
    origin: originOf(entry),
    override: entry.override ?? false,
    state: fallbackLoad?.state === 'loaded' ? 'fallback' : (shown?.state ?? 'idle'),
    kind: fallbackLoad?.kind ?? registeredLoad?.kind ?? null,
    fallback: fallbackLoad?.version ?? null,
    ms: shown && shown.state !== 'loading' ? shown.ms : null,
    transfer: transferOf(new URL(entry.base, document.baseURI).href),
  }
}

/** Describes the federation state of this page: shell, registry, remotes, shared packages, server timing. */
export const describePage = (from: {
  state: Pick<RegistryState, 'registry' | 'newest' | 'source' | 'error'>
  shell: string
  log: readonly LoadRecord[]
  shared: SharedPackageLine[]
  serverTiming: ServerTime[]
  transferOf(base: string): Transfer
  now?: Date
}): PageDescription => ({
  at: (from.now ?? new Date()).toISOString(),
  shell: from.shell,
  newestShell: from.state.newest?.shell?.version ?? null,
  registry: {
    source: from.state.source,
    generatedAt: from.state.registry?.generatedAt ?? null,
    error: from.state.error?.message ?? null,
  },
  remotes: (from.state.registry?.remotes ?? []).map((entry) =>
    describeRemote(entry, from.state.newest, from.log, from.transferOf),
  ),
  shared: from.shared,
  serverTiming: from.serverTiming,
})

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
