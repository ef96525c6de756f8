import type { Page } from '@playwright/test'

/** One copy of a module that the page's federation runtime offers to shell and remotes. */
export interface SharedCopy {
  name: string
  version: string
  /** Container that provides the copy. */
  from: string
  /** Containers that use it. */
  usedBy: string[]
  /** Whether the copy was executed. */
  loaded: boolean
  /** Names that the module exports; empty until it is loaded. */
  exports: string[]
}

/** Reads the copies of shared modules in the page: one per name, version and providing container. */
export const readShareScope = async (page: Page): Promise<SharedCopy[]> => {
  const all = await page.evaluate(() =>
    (globalThis.__FEDERATION__?.__INSTANCES__ ?? []).flatMap(({ shareScopeMap }) =>
      Object.entries(shareScopeMap.default ?? {}).flatMap(([name, versions]) =>
        Object.entries(versions).map(([version, { from, useIn, loaded, lib }]): SharedCopy => {
          const module: unknown = lib?.()
          const exports = module !== null && typeof module === 'object' ? Object.keys(module).sort() : []
          return { name, version, from, usedBy: useIn, loaded: loaded === true || lib !== undefined, exports }
        }),
      ),
    ),
  )
  const copies = new Map<string, SharedCopy>()
  for (const copy of all) {
    const key = `${copy.name}@${copy.version} from ${copy.from}`
    const known = copies.get(key)
    const usedBy = [...new Set([...(known?.usedBy ?? []), ...copy.usedBy])].sort()
    copies.set(key, { ...copy, usedBy, loaded: copy.loaded || known?.loaded === true })
  }
  return [...copies.values()]
}

export const sharedNames = (copies: readonly SharedCopy[]): string[] =>
  [...new Set(copies.map(({ name }) => name))].sort()
