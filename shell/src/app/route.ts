import {
  findEntryForPath,
  PRICING_PATH,
  type Registry,
  type RegistryEntry,
  SCANNER_PATH,
} from '@propsight/shared/contracts'

export type Route =
  | { kind: 'scanner' | 'pricing'; path: string; title: string }
  | { kind: 'remote'; path: string; title: string; entry: RegistryEntry; open: boolean }
  | { kind: 'nothing'; path: string; title: string }

/**
 * The route of a path. A path that no remote declares shows the first tab of the main app (S1).
 * `open`: shown without sign-in.
 */
export function routeOf(registry: Registry | null, path: string): Route {
  const entry = registry ? findEntryForPath(registry, path) : null
  if (!entry) {
    if (path === SCANNER_PATH) return { kind: 'scanner', path, title: 'AI Odds Scanner' }
    if (path === PRICING_PATH) return { kind: 'pricing', path, title: 'Pricing' }
    return { kind: 'nothing', path: '/', title: 'Dashboard' }
  }
  const { placement } = entry
  const open = placement.mount === 'page' && !placement.signIn
  const home = placement.mount === 'tab' ? placement.path : path
  return { kind: 'remote', path: home, title: placement.title, entry, open }
}
