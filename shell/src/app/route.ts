import {
  type Placement,
  PRICING_PATH,
  pathsOf,
  type Registry,
  type RegistryEntry,
  routePatternsOf,
  SCANNER_PATH,
} from '@propsight/shared/contracts'
import { isIconName } from '@propsight/shared/ui'
import { matchRoutes } from 'react-router-dom'
import type { Tab } from '../features/header/tab-links.tsx'
import { preloadRemote } from '../loader/preload-remote.ts'

/** Tabs of the shell itself. A remote that declares the same path replaces the tab. */
const BUILT_IN: readonly (Tab & { order: number })[] = [
  { path: SCANNER_PATH, title: 'AI Odds Scanner', short: 'Scanner', icon: 'scanner', order: 3 },
  { path: PRICING_PATH, title: 'Pricing', short: 'Pricing', icon: 'credit', order: 4 },
]

/**
 * The header's tabs: those of the registry and of the shell, in their declared order. When two remotes
 * declare the same path, the first one gets the tab, as it gets the screen.
 */
export function listTabs(registry: Registry | null): Tab[] {
  const taken = new Set<string>()
  const declared = (registry?.remotes ?? []).flatMap((entry) => {
    const { placement } = entry
    if (placement.mount !== 'tab' || taken.has(placement.path)) return []
    const { path, title, order, icon = '' } = placement
    taken.add(path)
    const short = BUILT_IN.find((tab) => tab.path === path)?.short ?? title
    const preload = () => {
      if (!entry.override) preloadRemote(entry)
    }
    return [{ path, title, short, order, icon: isIconName(icon) ? icon : ('plug' as const), preload }]
  })
  const own = BUILT_IN.filter((tab) => !taken.has(tab.path))
  return [...declared, ...own].sort((a, b) => a.order - b.order)
}

/** What a route shows. `path` without the nested part; `open`: shown without sign-in. */
export type Route =
  | { kind: 'scanner' | 'pricing'; path: string; title: string }
  | { kind: 'remote'; path: string; title: string; entry: RegistryEntry; open: boolean }
  | { kind: 'retired'; path: string; title: string; redirectTo: string | null; open: boolean }
  | { kind: 'nothing'; path: string; title: string }

const SHELL_ROUTES: readonly Route[] = [
  { kind: 'scanner', path: SCANNER_PATH, title: 'AI Odds Scanner' },
  { kind: 'pricing', path: PRICING_PATH, title: 'Pricing' },
]
const NOTHING: Route = { kind: 'nothing', path: '/', title: 'Dashboard' }

const isOpen = (placement: Placement): boolean => placement.mount === 'page' && !placement.signIn

const remoteRoute = (entry: RegistryEntry, path: string): Route => {
  const { placement } = entry
  return { kind: 'remote', path, title: placement.title, entry, open: isOpen(placement) }
}

/** A route for react-router-dom with what it shows. */
export interface ShellRoute {
  path: string
  handle: Route
}

/**
 * The routes of the page: those of the registry, then those of the shell, then those of retired remotes. The
 * router ignores case and trailing slashes, and of routes with the same path it takes the first. Any other path
 * shows the first tab of the main app (S1).
 */
export function buildRoutes(registry: Registry | null): ShellRoute[] {
  const remotes = (registry?.remotes ?? []).flatMap((entry) => {
    const paths = pathsOf(entry.placement)
    return routePatternsOf(entry.placement).map((path, at) => ({
      path,
      handle: remoteRoute(entry, paths[at] ?? path),
    }))
  })
  const own = SHELL_ROUTES.map((handle) => ({ path: handle.path, handle }))
  const retired = (registry?.retired ?? []).flatMap(({ placement, redirectTo }) => {
    const paths = pathsOf(placement)
    return routePatternsOf(placement).map((path, at): ShellRoute => {
      const { title } = placement
      const handle = { kind: 'retired' as const, path: paths[at] ?? path, title, redirectTo }
      return { path, handle: { ...handle, open: isOpen(placement) } }
    })
  })
  const main = [...remotes, ...retired].find(({ handle }) => handle.path === '/')?.handle ?? NOTHING
  return [...remotes, ...own, ...retired, { path: '*', handle: main }]
}

/** The route of a path, for code outside of the router. */
export const routeOf = (registry: Registry | null, path: string): Route =>
  matchRoutes(buildRoutes(registry), path)?.at(-1)?.route.handle ?? NOTHING
