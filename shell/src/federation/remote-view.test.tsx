import type { RegistryEntry, RemoteProps, ShellApi } from '@propsight/shared/contracts'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { use, useEffect } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const runtime = vi.hoisted(() => ({
  loadRemote: vi.fn(),
  registerRemotes: vi.fn(),
}))
vi.mock('@module-federation/enhanced/runtime', () => runtime)

import { loadLog } from './load-log.ts'
import { LeavingBoundary } from './remote-boundary.tsx'
import { RemoteView } from './remote-view.tsx'
import { loadRelease } from './runtime.ts'
import { makeEntry } from './testing/make-entry.ts'

let made = 0
/** Loading is remembered by release, so every test has a release of its own. */
const newEntry = (change: Partial<RegistryEntry> = {}): RegistryEntry => {
  made += 1
  const entry = makeEntry('alpha')
  return { ...entry, version: `1.0.${made}`, base: `/bundles/alpha/1.0.${made}/`, ...change }
}
const shell = { navigate: vi.fn(), notify: vi.fn() }
const remote = (Root: (props: RemoteProps) => React.ReactNode, contract = '1.0') => ({
  default: { contract, name: 'alpha', Root },
})
const show = (entry: RegistryEntry) =>
  render(<RemoteView entry={entry} shell={shell as unknown as ShellApi} />)

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
    render(
      <main tabIndex={-1}>
        <RemoteView entry={entry} shell={shell as unknown as ShellApi} />
      </main>,
    )
    await screen.findByRole('heading', { name: 'alpha is unavailable' })
    expect(screen.getByRole('alert').textContent).toContain(`alpha ${entry.version}`)
    const retry = screen.getByRole('button', { name: 'Retry' })
    retry.focus()
    fireEvent.click(retry)
    await screen.findByText('back')
    // The pressed button is gone; the focus stays on the screen.
    expect(document.activeElement).toBe(screen.getByRole('main'))
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

describe('F1 F4 the release before stands in at once', () => {
  const two = (change: Partial<RegistryEntry> = {}): RegistryEntry => {
    const before = newEntry()
    return newEntry({ fallback: { ...before, manifest: before.manifest }, ...change })
  }
  beforeEach(() => shell.notify.mockClear())

  it('when the files do not load: told once, remembered by a reload, and the log has both', async () => {
    runtime.loadRemote
      .mockRejectedValueOnce(new Error('Failed to load script resources'))
      .mockResolvedValue(remote(() => <p>earlier</p>))
    const entry = two()
    const view = show(entry)
    await screen.findByText('earlier')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(shell.notify).toHaveBeenCalledExactlyOnceWith({
      message: 'alpha had a problem. Its earlier version is shown.',
    })
    expect(sessionStorage.getItem('propsight.broken-releases')).toContain(`alpha@${entry.version}`)
    expect(loadLog.get().slice(-2)).toMatchObject([
      { version: entry.version, state: 'failed', kind: 'entry' },
      { version: entry.fallback?.version, state: 'loaded', fallbackOf: entry.version },
    ])
    view.unmount()
    show({ ...entry })
    await screen.findByText('earlier')
    expect(runtime.loadRemote).toHaveBeenCalledTimes(2)
    expect(shell.notify).toHaveBeenCalledTimes(1)
  })

  it('when another contract is asked for, without a download of the newer one', async () => {
    runtime.loadRemote.mockResolvedValue(remote(() => <p>earlier</p>))
    const entry = two({ contract: '2.0' })
    show(entry)
    await screen.findByText('earlier')
    expect(runtime.registerRemotes).toHaveBeenCalledTimes(1)
  })

  it('when it throws while rendering or in an effect, and the log says so', async () => {
    const Broken = () => {
      useEffect(() => {
        throw new Error('in an effect')
      }, [])
      return null
    }
    runtime.loadRemote.mockResolvedValueOnce(remote(Broken)).mockResolvedValue(remote(() => <p>earlier</p>))
    const entry = two()
    show(entry)
    await screen.findByText('earlier')
    expect(loadLog.get()).toContainEqual(
      expect.objectContaining({ version: entry.version, state: 'failed', kind: 'render' }),
    )
  })

  it('and when both fail there is a panel, whose Retry begins with the newer one', async () => {
    runtime.loadRemote.mockRejectedValue(new Error('away'))
    show(two())
    await screen.findByRole('heading', { name: 'alpha is unavailable' })
    expect(runtime.loadRemote).toHaveBeenCalledTimes(2)
    runtime.loadRemote.mockResolvedValueOnce(remote(() => <p>newer</p>))
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('newer')
    expect(runtime.loadRemote).toHaveBeenCalledTimes(3)
  })

  it('and when it throws as well, nobody is told that it is shown', async () => {
    const Broken = () => {
      throw new Error('while rendering')
    }
    runtime.loadRemote.mockRejectedValueOnce(new Error('away')).mockResolvedValue(remote(Broken))
    show(two())
    await screen.findByRole('heading', { name: 'alpha is unavailable' })
    expect(shell.notify).not.toHaveBeenCalled()
  })

  it('but not for what a developer runs on their own machine, nor without a network', async () => {
    runtime.loadRemote.mockRejectedValue(new Error('away'))
    const own = show(two({ override: true }))
    await screen.findByRole('heading', { name: 'alpha is unavailable' })
    own.unmount()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    show(two())
    await screen.findByRole('heading', { name: 'alpha is unavailable' })
    expect(runtime.loadRemote).toHaveBeenCalledTimes(2)
    expect(shell.notify).not.toHaveBeenCalled()
  })
})

describe('F4 what a remote does later', () => {
  it('one that waits for itself without end is said to be late, and its Retry mounts it again', async () => {
    const never = new Promise<never>(() => {})
    let stuck = true
    runtime.loadRemote.mockResolvedValueOnce(remote(() => (stuck ? use(never) : <p>there</p>)))
    const entry = newEntry()
    await loadRelease(entry)
    vi.useFakeTimers()
    try {
      await act(async () => show(entry))
      expect(screen.getByLabelText('Loading alpha')).toBeTruthy()
      await act(() => vi.advanceTimersByTimeAsync(20_000))
      expect(screen.getByRole('alert').textContent).toContain('did not answer in time')
      stuck = false
      await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Retry' })))
      expect(screen.getByText('there')).toBeTruthy()
    } finally {
      vi.useRealTimers()
    }
  })

  it('a lazy part that did not load is asked for afresh on Retry, with a new copy of the code', async () => {
    const missing = Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError' })
    runtime.loadRemote
      .mockResolvedValueOnce(
        remote(() => {
          throw missing
        }),
      )
      .mockResolvedValueOnce(remote(() => <p>whole</p>))
    show(newEntry())
    await screen.findByText(/stopped because of an error|did not load/)
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('whole')
    expect(runtime.loadRemote).toHaveBeenCalledTimes(2)
  })

  it('one that throws while it is taken away does not take what comes after it along', async () => {
    const Leaving = () => {
      useEffect(() => () => {
        throw new Error('in unmount')
      })
      return <p>first</p>
    }
    runtime.loadRemote.mockResolvedValueOnce(remote(Leaving))
    const entry = newEntry()
    const page = (content: React.ReactNode) => <LeavingBoundary>{content}</LeavingBoundary>
    const view = render(page(<RemoteView entry={entry} shell={shell as unknown as ShellApi} />))
    await screen.findByText('first')
    view.rerender(page(<p>second</p>))
    expect(screen.getByText('second')).toBeTruthy()
  })

  it('a container without a manifest is loaded by its file and its global name', async () => {
    runtime.loadRemote.mockResolvedValueOnce(remote(() => <p>plain</p>))
    const { manifest: _, ...entry } = newEntry({ entry: 'remoteEntry.js', globalName: 'stranger_1' })
    show(entry)
    await screen.findByText('plain')
    expect(fetch).not.toHaveBeenCalled()
    const [[registered]] = runtime.registerRemotes.mock.calls.at(-1) ?? [[]]
    expect(registered).toMatchObject({
      entryGlobalName: 'stranger_1',
      entry: expect.stringMatching(/remoteEntry\.js$/),
    })
  })
})
