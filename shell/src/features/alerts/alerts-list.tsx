import type { Alert } from '@propsight/shared/contracts'
import { momentText, unreadText, zoneText } from '@propsight/shared/format'
import { Button, EmptyState, FieldError, Skeleton } from '@propsight/shared/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import { PendingQuery } from '../../components/pending-query.tsx'
import { errorText } from '../../state/error-text.ts'
import { layerAtom } from '../../state/layer.ts'
import { useServices } from '../../state/services.ts'
import { userAtom } from '../../state/session.ts'
import styles from './alerts.module.css'
import { alertsKey, markRead, readAlerts } from './alerts-api.ts'

function AlertItem({ alert, onOpen }: { alert: Alert; onOpen(): void }): ReactElement {
  const { title, body, path, created_at, read_at } = alert
  return (
    <li className={read_at === null ? styles.unread : undefined}>
      <Link to={path} onClick={onOpen} aria-label={read_at === null ? `Unread: ${title}` : undefined}>
        {title}
      </Link>
      {body !== '' && <p>{body}</p>}
      <time dateTime={created_at}>{momentText(created_at)}</time>
    </li>
  )
}

/** The alerts of the user, newest first. Opening one marks it as read and closes the dialog. */
export function AlertsList({ onClose }: { onClose(): void }): ReactElement | null {
  const services = useServices()
  const user = useAtomValue(userAtom)
  const userId = user?.id ?? ''
  const query = useQuery({
    queryKey: alertsKey(userId),
    enabled: user !== null,
    staleTime: 0,
    queryFn: () => readAlerts(services),
  })
  const read = useMutation({ mutationFn: (ids: readonly number[]) => markRead(services, userId, ids) })
  if (!user) return null
  const { data } = query
  const unread = (data?.rows ?? []).filter(({ read_at }) => read_at === null).map(({ id }) => id)
  const open = (alert: Alert) => {
    if (alert.read_at === null) read.mutate([alert.id])
    onClose()
  }

  const renderList = (): ReactElement => {
    if (data && data.rows.length > 0)
      return (
        <>
          <p>Times in {zoneText(data.rows.map(({ created_at }) => created_at))}</p>
          <ul className={styles.list}>
            {data.rows.map((alert) => (
              <AlertItem key={alert.id} alert={alert} onOpen={() => open(alert)} />
            ))}
          </ul>
          {data.skipped > 0 && <p role="status">{unreadText(data.skipped, 'alert')}</p>}
        </>
      )
    if (data)
      return (
        <EmptyState icon="bell" title="No alerts yet" flat>
          You learn here when the line of a saved pick or a starred prop moves, its player is ruled out or not
          in the lineup, a starter changes, or the engine changes its side.
        </EmptyState>
      )
    return (
      <PendingQuery what="alerts" query={query}>
        <Skeleton height={60} />
      </PendingQuery>
    )
  }

  return (
    <section className={styles.alerts} aria-label="Alerts">
      <div className={styles.bar}>
        <h3>Alerts</h3>
        {unread.length > 0 && (
          <Button variant="bare" busy={read.isPending} onClick={() => read.mutate(unread)}>
            Mark all as read
          </Button>
        )}
        <Button
          variant="bare"
          onClick={() => services.store.set(layerAtom, { kind: 'account', part: 'alerts' })}
        >
          Alert settings
        </Button>
      </div>
      {renderList()}
      {read.error && <FieldError>{errorText(read.error)}</FieldError>}
    </section>
  )
}
