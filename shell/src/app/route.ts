import {
  findEntryForPath,
  PRICING_PATH,
  type Registry,
  type RegistryEntry,
  SCANNER_PATH,
} from '@propsight/shared/contracts'
import { isIconName } from '@propsight/shared/ui'
import type { Tab } from '../features/header/tab-links.tsx'
import { preloadRemote } from '../loader/preload-remote.ts'

/** Tabs of the shell itself. A remote that declares the same path replaces the tab. */
const BUILT_IN: readonly (Tab & { order: number })[] = [
  { path: SCANNER_PATH, title: 'AI Odds Scanner', short: 'Scanner', icon: 'scanner', order: 3 },
  { path: PRICING_PATH, title: 'Pricing', short: 'Pricing', icon: 'credit', order: 4 },
]

/**
 * The header's tabs: those of the registry and of the shell, in their declared order. When two remotes
 * declare the same path, the first one gets the tab, as it gets the screen (`findEntryForPath`).
 */
export function tabsOf(registry: Registry | null): Tab[] {
  const taken = new Set<string>()
  const declared = (registry?.remotes ?? []).flatMap((entry) => {
    const { placement } = entry
    if (placement.mount !== 'tab' || taken.has(placement.path)) return []
    const { path, title, order, icon = '' } = placement
    taken.add(path)
    const preload = () => {
      if (!entry.override) preloadRemote(entry)
    }
    return [{ path, title, short: title, order, icon: isIconName(icon) ? icon : ('plug' as const), preload }]
  })
  const own = BUILT_IN.filter((tab) => !taken.has(tab.path))
  return [...declared, ...own].sort((a, b) => a.order - b.order)
}

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
