import { Tag } from '@propsight/shared/ui'
import type { ReactElement } from 'react'
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
