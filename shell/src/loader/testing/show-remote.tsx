import type { RegistryEntry, RemoteProps, ShellApi } from '@propsight/shared/contracts'
import { render } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, vi } from 'vitest'
import { RemoteView } from '../remote-view.tsx'
import { containerOf, type RunEntry, remoteOf, startHost } from './federation-host.ts'
import { makeRelease } from './make-entry.ts'

/** Fake of the remotes' entry files: resolves to a container, or rejects like a script that fails to load. */
export const runEntry = vi.fn<RunEntry>()

export const newEntry = (change: Partial<RegistryEntry> = {}): RegistryEntry => makeRelease('alpha', change)
export const shell = { navigate: vi.fn(), notify: vi.fn() }
export const alpha = (Root: (props: RemoteProps) => React.ReactNode, contract?: string) =>
  containerOf(remoteOf('alpha', Root, contract))
export const show = (entry: RegistryEntry) =>
  render(<RemoteView entry={entry} shell={shell as unknown as ShellApi} />, { wrapper: MemoryRouter })

/** Starts a host without a network for the tests of a file. Call it once, at the top. */
export function startRemoteHost(): void {
  startHost((remote) => runEntry(remote))
  beforeEach(() => {
    runEntry.mockReset()
    vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
  })
  afterEach(() => vi.restoreAllMocks())
}
