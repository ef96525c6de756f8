import { STORAGE } from '../config/storage-keys.ts'
import { preloadRemote } from '../loader/preload-remote.ts'
import type { Services } from '../state/services.ts'
import { preloadSignIn } from './lazy-screens.ts'
import type { Route } from './route.ts'

/**
 * Preloads the code of a route before the session is read: a stored session predicts whether the login screen
 * or the remote is needed. Repeated calls cost nothing.
 */
export function prepareRoute(route: Route, storage: Services['storage']): void {
  const open = route.kind === 'remote' && route.open
  if (!open && !storage.get(STORAGE.session)) preloadSignIn()
  // Code from a developer's machine loads only after the user is known (OverrideGate).
  else if (route.kind === 'remote' && !route.entry.override) preloadRemote(route.entry)
}
