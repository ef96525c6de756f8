import { longDayText } from '@propsight/shared/format'
import { Button, Dialog, EmptyState, Tag } from '@propsight/shared/ui'
import type { ReactElement, ReactNode } from 'react'
import { layerAtom } from '../../state/layer.ts'
import { useServices } from '../../state/services.ts'
import styles from './notifications.module.css'

export interface Notice {
  id: string
  title: string
  message: string
  type: 'success' | 'info' | 'warning'
  /** ISO date. */
  time: string
}

/** The static beta notice (S4). */
export const NOTICES: readonly Notice[] = [
  {
    id: 'beta',
    title: 'Propsight Beta Testing',
    message:
      'Propsight is in beta testing. Numbers and screens may change. If something is wrong, please send a bug report.',
    type: 'info',
    time: '2026-07-01',
  },
]

export interface NotificationsDialogProps {
  open: boolean
  onClose(): void
  notices?: readonly Notice[]
  /** The list of alerts, provided by the feature `alerts`. */
  alerts?: ReactNode
}

const WORD = { success: 'Good news', info: 'Info', warning: 'Warning' } as const
const TONE = { success: 'good', warning: 'mid' } as const

/**
 * Lists the alerts and the notices, or an empty state. A button opens Contact Us, because the beta notice asks for bug
 * reports.
 */
export function NotificationsDialog(props: NotificationsDialogProps): ReactElement {
  const { open, onClose, notices = NOTICES, alerts } = props
  const { store } = useServices()
  const report = () => store.set(layerAtom, { kind: 'contact' })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Notifications"
      footer={notices.length > 0 && <Button onClick={report}>Send a bug report</Button>}
    >
      {alerts && <div className={styles.alerts}>{alerts}</div>}
      {notices.length === 0 ? (
        <EmptyState icon="bell" title="No new notifications" flat />
      ) : (
        <ul className={styles.list}>
          {notices.map((notice) => (
            <li key={notice.id}>
              <div className={styles.head}>
                <h3>{notice.title}</h3>
                {notice.type === 'info' ? (
                  <Tag>{WORD.info}</Tag>
                ) : (
                  <Tag tone={TONE[notice.type]}>{WORD[notice.type]}</Tag>
                )}
              </div>
              <p>{notice.message}</p>
              <time dateTime={notice.time}>{longDayText(notice.time)}</time>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
