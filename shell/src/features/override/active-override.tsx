import { normalisePath } from '@propsight/shared/client'
import {
  type OverrideBody,
  overrideBody,
  pathsOf,
  type Registry,
  type RegistryEntry,
} from '@propsight/shared/contracts'
import { Banner, Button, ErrorState } from '@propsight/shared/ui'
import { useMutation } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type ReactElement, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { STORAGE } from '../../config/storage-keys.ts'
import { useRegistry } from '../../loader/use-registry.ts'
import { layerAtom } from '../../state/layer.ts'
import { developerQuery, endOverride, leavePreview } from '../../state/override-api.ts'
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

/** Query parameter of an override request: `?dev-remote=picks@http://127.0.0.1:4101`. */
export const OVERRIDE_PARAMETER = 'dev-remote'

/** Parses the parameter; null unless it has the name of a remote and a loopback address. */
export function readOverrideRequest(text: string): OverrideBody | null {
  const at = text.indexOf('@')
  const read = overrideBody.safeParse({ name: text.slice(0, at), url: text.slice(at + 1) })
  return read.success ? { ...read.data, url: new URL(read.data.url).origin } : null
}

/**
 * The URL without the request, so that neither a reload nor Back repeats it. A link to the start page opens the remote
 * that it names.
 */
export function withoutOverrideRequest(
  address: { pathname: string; search: string; hash: string },
  { remotes }: Pick<Registry, 'remotes'>,
): string {
  const query = new URLSearchParams(address.search)
  const name = readOverrideRequest(query.get(OVERRIDE_PARAMETER) ?? '')?.name
  query.delete(OVERRIDE_PARAMETER)
  const search = query.toString()
  const path = normalisePath(address.pathname)
  const [own] = remotes.filter((entry) => entry.name === name).flatMap(({ placement }) => pathsOf(placement))
  return `${path === '/' && own ? own : path}${search ? `?${search}` : ''}${address.hash}`
}

/**
 * Handles a link that requests an override: opens a confirmation dialog for a developer, and shows a toast to
 * any other user. Never starts an override without confirmation (F5).
 */
export async function handleOverrideRequest(
  services: Services,
  registry: Registry,
  text: string,
): Promise<void> {
  const { store, queryClient, log } = services
  const refuse = (message: string) => showToast(store, { message })

  const request = readOverrideRequest(text)
  if (!request) return refuse('Only an address of this machine can replace a part of Propsight.')
  const user = store.get(userAtom)
  if (!user) return refuse('Sign in as a developer first, then open the link again.')
  if (!registry.remotes.some(({ name }) => name === request.name))
    return refuse(`There is no part named ${request.name}.`)
  try {
    const developer = await queryClient.fetchQuery(developerQuery(services, user.id))
    if (store.get(userAtom)?.id !== user.id) return
    if (!developer) return refuse('Only developers can run a part from their own machine.')
    store.set(layerAtom, { kind: 'override', ...request })
  } catch (thrown) {
    log('override', thrown)
    refuse('Your developer role could not be checked. Open the link again.')
  }
}

/** Removes an override request from the URL and handles it, once session and registry are read. */
export function OverrideLink(): null {
  const services = useServices()
  const { registry } = useRegistry()
  const current = useLocation()
  const loading = useAtomValue(authLoadingAtom)

  useEffect(() => {
    if (loading || !registry) return
    const text = new URLSearchParams(current.search).get(OVERRIDE_PARAMETER)
    if (text === null) return
    services.location.navigate(withoutOverrideRequest(current, registry), { replace: true })
    void handleOverrideRequest(services, registry, text)
  }, [loading, registry, current, services])
  return null
}
