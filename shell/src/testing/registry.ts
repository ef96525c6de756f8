import type { Placement, RegistryEntry } from '@propsight/shared/contracts'

/** A release in the registry, with only what a test looks at. */
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
