import type { RegistryEntry, RemoteProps, ShellApi } from '@propsight/shared/contracts'
import { fireEvent, render, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const runtime = vi.hoisted(() => ({
  loadRemote: vi.fn(),
  registerRemotes: vi.fn(),
  registerPlugins: vi.fn(),
}))
vi.mock('@module-federation/enhanced/runtime', () => runtime)

import { RemoteView } from './remote-view.tsx'
import { makeEntry } from './testing/make-entry.ts'

let made = 0
/** Loading is remembered by release, so every test has a release of its own. */
const newEntry = (change: Partial<RegistryEntry> = {}): RegistryEntry => {
  made += 1
  const entry = makeEntry('alpha')
  return { ...entry, version: `1.0.${made}`, base: `/bundles/alpha/1.0.${made}/`, ...change }
}
const shell = { navigate: vi.fn() } as unknown as ShellApi
const remote = (Root: (props: RemoteProps) => React.ReactNode, contract = '1.0') => ({
  default: { contract, name: 'alpha', Root },
})
const show = (entry: RegistryEntry) => render(<RemoteView entry={entry} shell={shell} />)

beforeEach(() => {
  for (const mock of Object.values(runtime)) mock.mockReset()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
})
afterEach(() => vi.restoreAllMocks())

describe('F4 a remote is contained', () => {
  it('shows a skeleton, then the remote', async () => {
    runtime.loadRemote.mockResolvedValue(remote(() => <p>hello</p>))
    show(newEntry())
    expect(screen.getByLabelText('Loading alpha').getAttribute('aria-busy')).toBe('true')
    await screen.findByText('hello')
  })

  it('refuses another contract before anything is downloaded', async () => {
    for (const contract of ['2.0', '1.9', 'nonsense']) {
      const view = show(newEntry({ contract }))
      await screen.findByText(/made for another version/)
      view.unmount()
    }
    expect(fetch).not.toHaveBeenCalled()
    expect(runtime.registerRemotes).not.toHaveBeenCalled()
    expect(runtime.loadRemote).not.toHaveBeenCalled()
  })

  it('says what failed, and on Retry asks afresh and recovers in place', async () => {
    runtime.loadRemote
      .mockRejectedValueOnce(new Error('Failed to load script resources'))
      .mockResolvedValueOnce(remote(() => <p>back</p>))
    const entry = newEntry()
    show(entry)
    await screen.findByRole('heading', { name: 'alpha is unavailable' })
    expect(screen.getByRole('alert').textContent).toContain(`alpha ${entry.version}`)
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('back')
    const names = runtime.registerRemotes.mock.calls.map(([[registered]]) => registered.name)
    expect(new Set(names).size).toBe(2)
  })

  it('holds an error while rendering or in an effect, and Retry mounts again without loading again', async () => {
    let fail = true
    const Fragile = () => {
      useEffect(() => {
        if (fail) throw new Error('in an effect')
      }, [])
      return <p>steady</p>
    }
    runtime.loadRemote.mockResolvedValue(remote(Fragile))
    show(newEntry())
    await screen.findByText(/stopped because of an error of its own/)
    fail = false
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('steady')
    expect(runtime.loadRemote).toHaveBeenCalledTimes(1)
  })

  it('refuses what is no remote, one of another name, and one that speaks another contract', async () => {
    const wrong = [null, {}, { default: { name: 'beta', contract: '1.0', Root: () => null } }]
    for (const exposed of wrong) {
      runtime.loadRemote.mockResolvedValueOnce(exposed)
      const view = show(newEntry())
      await screen.findByText(/is not a part of Propsight/)
      view.unmount()
    }
    runtime.loadRemote.mockResolvedValueOnce(remote(() => null, '3.0'))
    show(newEntry())
    await screen.findByText(/made for another version/)
  })

  it('fetches a manifest that is not inlined with its hash, and says when it cannot', async () => {
    const { manifest: _, ...entry } = newEntry()
    show(entry)
    await screen.findByText(/description of this part did not load/)
    expect(fetch).toHaveBeenCalledWith(
      expect.stringMatching(/mf-manifest\.json$/),
      expect.objectContaining({ integrity: entry.integrity['mf-manifest.json'], credentials: 'omit' }),
    )
  })
})
