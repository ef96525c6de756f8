import { STORAGE } from '../config/storage-keys.ts'
import { preloadRemote } from '../loader/preload.ts'
import type { Services } from '../state/services.ts'
import { preloadSignIn } from './lazy-screens.ts'
import type { Route } from './route.ts'

/**
 * Begins to load what a route shows. Before the session is read: what was here last tells what will be wanted.
 * Repeating it costs nothing.
 */
export function prepareRoute(route: Route, storage: Services['storage']): void {
  const open = route.kind === 'remote' && route.open
  if (!open && !storage.get(STORAGE.session)) preloadSignIn()
  // Code of a developer's own machine waits until it is known who sits in front of the screen.
  else if (route.kind === 'remote' && !route.entry.override) preloadRemote(route.entry)
}
