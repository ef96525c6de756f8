import { Button, Tag } from '@propsight/shared/ui'
import type { ReactElement } from 'react'
import type { RemoteLine } from './describe-page.ts'
import styles from './federation-panel.module.css'
import type { SharedPackageLine } from './read-shared.ts'

/** Packages that host and remotes share. Marks packages that are loaded more than once (F3). */
export function SharedTable({ shared }: { shared: readonly SharedPackageLine[] }): ReactElement {
  const copies = (name: string) => shared.filter((line) => line.name === name && line.loaded).length
  return (
    <table className={styles.table}>
      <caption className="u-vh">Shared packages of this page</caption>
      <thead>
        <tr>
          <th scope="col">Package</th>
          <th scope="col">Version</th>
          <th scope="col">From</th>
          <th scope="col">Used by</th>
        </tr>
      </thead>
      <tbody>
        {shared.map((line) => (
          <tr key={`${line.name}@${line.version}`}>
            <th scope="row">
              {line.name}{' '}
              {copies(line.name) > 1 && (
                <Tag tone="low" small>
                  {`${copies(line.name)} copies`}
                </Tag>
              )}
            </th>
            <td>{line.version}</td>
            <td>{line.from}</td>
            <td>{line.usedBy.join(', ') || '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
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

/** One row per remote: release, state, contract, origin, load time and size. */
export const RemotesTable = ({
  remotes,
  developer,
  onRetry,
  onOverride,
}: RemotesTableProps): ReactElement => (
  <table className={styles.table}>
    <caption className="u-vh">Remotes of this page</caption>
    <thead>
      <tr>
        <th scope="col">Remote</th>
        <th scope="col">State</th>
        <th scope="col" className={styles.wide}>
          Contract
        </th>
        <th scope="col" className={styles.wide}>
          From
        </th>
        <th scope="col" className={styles.figure}>
          ms
        </th>
        <th scope="col" className={styles.figure}>
          kB
        </th>
        <th scope="col">
          <span className="u-vh">Actions</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {remotes.map((remote) => (
        <tr key={remote.name}>
          <th scope="row">
            <b>{remote.name}</b>{' '}
            {remote.override ? (
              <Tag tone="mid" small>
                override
              </Tag>
            ) : (
              remote.channel === 'canary' && (
                <Tag outlined small>
                  canary
                </Tag>
              )
            )}
            <span className={styles.more}>{remote.version}</span>
            {remote.waiting && <span className={styles.more}>→ {remote.waiting} waits</span>}
          </th>
          <td>
            <State remote={remote} />
          </td>
          <td className={styles.wide}>{remote.contract}</td>
          <td className={styles.wide}>{remote.origin === location.origin ? 'this server' : remote.origin}</td>
          <td className={styles.figure}>{remote.ms ?? '—'}</td>
          <td className={styles.figure}>
            {remote.transfer.bytes === null ? '—' : kilobytes(remote.transfer.bytes)}
          </td>
          <td className={styles.actions}>
            {(remote.state === 'failed' || remote.state === 'fallback') && (
              <Button variant="bare" aria-label={`Retry ${remote.name}`} onClick={() => onRetry(remote.name)}>
                Retry
              </Button>
            )}
            {developer && (
              <Button
                variant="bare"
                aria-label={`Point ${remote.name} at my machine`}
                onClick={() => onOverride(remote.name)}
              >
                My machine
              </Button>
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
