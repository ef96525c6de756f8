import { IconButton } from '@propsight/shared/ui'
import { useAtomValue } from 'jotai'
import type { ReactElement } from 'react'
import { useServices } from '../../state/services.ts'
import { layerAtom } from '../../state/layer.ts'
import { NOTICE_COUNT } from './notice-count.ts'
import { markAllSeen, seenCountAtom, storedSeen } from './seen.ts'

/** The bell with the number of unseen notices. Opening marks all notices as seen (S4). */
export function Bell(): ReactElement {
  const services = useServices()
  const unseen = Math.max(0, NOTICE_COUNT - (useAtomValue(seenCountAtom) ?? storedSeen(services)))
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
