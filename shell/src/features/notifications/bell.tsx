import { IconButton } from '@propsight/shared/ui'
import { atom, useAtomValue } from 'jotai'
import type { ReactElement } from 'react'
import { STORAGE } from '../../config/storage-keys.ts'
import { layerAtom } from '../../state/layer.ts'
import { type Services, useServices } from '../../state/services.ts'
import { unreadAlertsAtom } from '../../state/session.ts'

/** Number of notices. Separate from the notices, so that the bell does not load their texts. */
export const NOTICE_COUNT = 1

type Needs = Pick<Services, 'storage' | 'store'>

/** Number of seen notices; null until this page marks them (the bell then reads the stored count). */
export const seenCountAtom = atom<number | null>(null)

export const readSeenCount = ({ storage }: Pick<Needs, 'storage'>): number => {
  const count = Number(storage.get(STORAGE.notificationsSeen))
  return Number.isInteger(count) && count > 0 ? count : 0
}

/** Marks all notices as seen and stores the count (S4). */
export function markAllSeen({ storage, store }: Needs, total: number): void {
  storage.set(STORAGE.notificationsSeen, String(total))
  store.set(seenCountAtom, total)
}

/** The bell with the number of unread alerts and unseen notices. Opening marks all notices as seen (S4). */
export function Bell(): ReactElement {
  const services = useServices()
  const notices = Math.max(0, NOTICE_COUNT - (useAtomValue(seenCountAtom) ?? readSeenCount(services)))
  const unseen = notices + useAtomValue(unreadAlertsAtom)
  const open = () => {
    markAllSeen(services, NOTICE_COUNT)
    services.store.set(layerAtom, { kind: 'notifications' })
  }
  return (
    <IconButton
      label={unseen > 0 ? `Notifications, ${unseen} unseen` : 'Notifications'}
      icon="bell"
      badge={unseen}
      onClick={open}
    />
  )
}
