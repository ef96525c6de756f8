import type { Registry, RegistryEntry } from '@propsight/shared/contracts'

/** The path as routes compare it: lowercase, without a trailing slash. */
const plainPath = (path: string): string => path.toLowerCase().replace(/\/+$/, '') || '/'

const paths = ({ placement }: RegistryEntry): readonly string[] => {
  if (placement.mount === 'tab') return [placement.path]
  return placement.mount === 'page' ? placement.paths : []
}

/** The remote that a path opens: its own tab or page, else the tab at `/`, else none. */
export function entryForPath(registry: Registry, path: string): RegistryEntry | null {
  const wanted = plainPath(path)
  const opens = (address: string) => registry.remotes.find((entry) => paths(entry).includes(address))
  return opens(wanted) ?? opens('/') ?? null
}
