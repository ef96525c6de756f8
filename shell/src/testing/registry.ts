import type { Placement, RegistryEntry } from '@propsight/shared/contracts'

/** A minimal registry entry for tests. */
export const entryOf = (name: string, placement: Placement): RegistryEntry => ({
  name,
  version: '1.0.0',
  contract: '1.0',
  placement,
  entry: 'mf-manifest.json',
  globalName: null,
  shared: [],
  integrity: {},
  preload: [],
  size: 1,
  base: `/bundles/${name}/1.0.0/`,
})
