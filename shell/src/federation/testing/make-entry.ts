import type { Placement, Registry, RegistryEntry } from '@propsight/shared/contracts'
import { entryOf } from '../../testing/registry.ts'

const HASH = `sha384-${'x'.repeat(64)}`
const ENTRY_FILE = 'static/js/remote-entry.js'

/** A registry entry as the API would send it, with its manifest inlined. */
export const makeEntry = (
  name: string,
  placement: Placement = { mount: 'tab', path: `/${name}`, title: name, order: 1 },
): RegistryEntry => ({
  ...entryOf(name, placement),
  version: '1.0.0-abcdef12',
  integrity: { 'mf-manifest.json': HASH, [ENTRY_FILE]: HASH },
  preload: [ENTRY_FILE],
  base: `/bundles/${name}/1.0.0-abcdef12/`,
  manifest: {
    metaData: { globalName: `${name}_abcdef12`, remoteEntry: { name: ENTRY_FILE, path: '' } },
    exposes: [{ path: './remote' }],
  },
})

export const makeRegistry = (remotes: RegistryEntry[]): Registry => ({
  schema: 1,
  generatedAt: '2026-07-01T12:00:00.000Z',
  remotes,
})
