import { normalisePath } from '@propsight/shared/client'
import { type OverrideBody, overrideBody, pathsOf, type Registry } from '@propsight/shared/contracts'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useRegistry } from '../../loader/use-registry.ts'
import { layerAtom } from '../../state/layer.ts'
import { developerQuery } from '../../state/override-api.ts'
import { type Services, useServices } from '../../state/services.ts'
import { authLoadingAtom, userAtom } from '../../state/session.ts'
import { showToast } from '../../state/toasts.ts'

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
