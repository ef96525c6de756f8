import { IconButton } from '@propsight/shared/ui'
import { useAtomValue } from 'jotai'
import type { ReactElement } from 'react'
import { useServices } from '../../state/services.ts'
import { layerAtom } from '../../state/views.ts'
import { NOTICES } from './notices.ts'
import { markAllSeen, seenCountAtom, storedSeen } from './seen.ts'

/** The bell with the count of unseen notices. */
export function Bell(): ReactElement {
  const services = useServices()
  const unseen = Math.max(0, NOTICES.length - (useAtomValue(seenCountAtom) ?? storedSeen(services)))
  const open = () => {
    markAllSeen(services, NOTICES.length)
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
