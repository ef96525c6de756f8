import type { Registry, RegistryEntry } from '@propsight/shared/contracts'
import { Banner, Button, ErrorState } from '@propsight/shared/ui'
import { useMutation } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type ReactElement, useEffect, useState } from 'react'
import { STORAGE } from '../../config/storage-keys.ts'
import { endOverride, leavePreview } from '../../state/override-api.ts'
import { originOf, ownsOverride } from '../../state/override-owner.ts'
import { tabStorage } from '../../state/safe-storage.ts'
import { type Services, useServices } from '../../state/services.ts'
import { authLoadingAtom, userAtom } from '../../state/session.ts'
import { showToast } from '../../state/toasts.ts'
import { hasUnsavedWork } from '../../state/unsaved-work.ts'
import styles from './override.module.css'

export interface EndOverride {
  busy: boolean
  /** Whether the warning about unsaved work is shown. The next call of `end` ends the override. */
  warned: boolean
  end(): void
}

/** Action that ends an override or a preview. The page then reloads, so unsaved work needs a second press. */
function useEnd(endNow: (services: Services) => Promise<void>): EndOverride {
  const services = useServices()
  const [warned, setWarned] = useState(false)
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => endNow(services),
    onError(error) {
      services.log('override', error)
      showToast(services.store, { message: 'The server did not answer. Nothing was reset.', tone: 'low' })
    },
  })
  const end = () => {
    if (!warned && hasUnsavedWork()) setWarned(true)
    else mutate()
  }
  // After success the page reloads.
  return { busy: isPending || isSuccess, warned, end }
}

export const useEndOverride = (): EndOverride => useEnd(endOverride)

/** Replaces an overridden remote when the signed-in user is not the one who confirmed the override. */
export function OverrideHeld({ entry }: { entry: RegistryEntry }): ReactElement {
  const { end } = useEndOverride()
  return (
    <div className={styles.held}>
      <ErrorState
        icon="plug"
        title={`${entry.placement.title} is held back`}
        onRetry={end}
        retryLabel="Reset"
      >
        In this browser a developer’s machine replaces it, for that developer only.
      </ErrorState>
    </div>
  )
}

/** Ends an override when the signed-in user is not the one who confirmed it. */
export function OverrideWatch(): null {
  const services = useServices()
  const user = useAtomValue(userAtom)
  const loading = useAtomValue(authLoadingAtom)

  useEffect(() => {
    if (loading || ownsOverride(services.storage, user)) return
    // Only once per browser tab: ending reloads the page, and a server that keeps naming the override would
    // cause a reload loop. OverrideGate does not render the override anyway.
    if (tabStorage.get(STORAGE.overrideEnded)) return
    tabStorage.set(STORAGE.overrideEnded, 'true')
    endOverride(services).catch((thrown) => {
      tabStorage.remove(STORAGE.overrideEnded)
      services.log('override', thrown)
    })
  }, [loading, user, services])
  return null
}

/** Banner above every screen while a remote runs from a developer's machine, with Reset. */
export function OverrideBanner({ entry }: { entry: RegistryEntry }): ReactElement {
  const { busy, warned, end } = useEndOverride()
  return (
    <div className={styles.place}>
      <Banner
        tone="mid"
        icon="plug"
        title={`${entry.placement.title} runs from ${originOf(entry)}`}
        action={
          <Button variant="bare" busy={busy} onClick={end}>
            {warned ? 'Reset without saving' : 'Reset'}
          </Button>
        }
      >
        {warned ? '· something on this page is not saved' : '· unpublished code, in this browser only'}
      </Banner>
    </div>
  )
}

/** Banner above every screen while a preview link shows a release, with Leave. */
export function PreviewBanner({
  preview: { name, version },
  remotes,
}: {
  preview: NonNullable<Registry['preview']>
  remotes: Registry['remotes']
}): ReactElement {
  const { busy, warned, end } = useEnd(leavePreview)
  const title = remotes.find((entry) => entry.name === name)?.placement.title ?? 'Propsight'
  return (
    <div className={styles.place}>
      <Banner
        tone="mid"
        icon="help"
        title={`You see a preview of ${title}`}
        action={
          <Button variant="bare" busy={busy} onClick={end}>
            {warned ? 'Leave without saving' : 'Leave'}
          </Button>
        }
      >
        {warned ? '· something on this page is not saved' : `· ${version}, in this browser only`}
      </Banner>
    </div>
  )
}
