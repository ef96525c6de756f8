import type { Registry } from '@propsight/shared/contracts'
import { developerQuery } from '../../state/override-api.ts'
import type { Services } from '../../state/services.ts'
import { userAtom } from '../../state/session.ts'
import { showToast } from '../../state/toasts.ts'
import { layerAtom } from '../../state/layer.ts'
import { readOverrideRequest } from './override-request.ts'

/**
 * Handles a link that requests an override: opens a confirmation dialog for a developer, and shows a toast to
 * any other user. Never starts an override without confirmation (F5).
 */
export async function considerRequest(services: Services, registry: Registry, text: string): Promise<void> {
  const { store, queryClient, log } = services
  const refuse = (message: string) => showToast(store, { message })

  const request = readOverrideRequest(text)
  if (!request) return refuse('Only an address of this machine can stand in for a part of Propsight.')
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
    refuse('Whether you are a developer could not be read. Open the link again.')
  }
}
