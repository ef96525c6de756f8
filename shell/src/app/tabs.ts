import type { Registry } from '@propsight/shared/contracts'
import { isIconName } from '@propsight/shared/ui'
import type { Tab } from '../features/header/tab.ts'
import { preloadRemote } from '../federation/preload.ts'

export const SCANNER_PATH = '/scanner'
export const PRICING_PATH = '/pricing'

/** Tabs of the shell's own; a remote that declares the same path takes its place. */
const BUILT_IN: readonly (Tab & { order: number })[] = [
  { path: SCANNER_PATH, title: 'AI Odds Scanner', short: 'Scanner', icon: 'scanner', order: 3 },
  { path: PRICING_PATH, title: 'Pricing', short: 'Pricing', icon: 'credit', order: 4 },
]

/** The header's tabs: those of the registry and the shell's own, in their declared order. */
export function tabsOf(registry: Registry | null): Tab[] {
  const declared = (registry?.remotes ?? []).flatMap((entry) => {
    const { placement } = entry
    if (placement.mount !== 'tab') return []
    const { path, title, order, icon = '' } = placement
    const preload = () => preloadRemote(entry)
    return [{ path, title, short: title, order, icon: isIconName(icon) ? icon : ('plug' as const), preload }]
  })
  const own = BUILT_IN.filter((tab) => !declared.some((other) => other.path === tab.path))
  return [...declared, ...own].sort((a, b) => a.order - b.order)
}
