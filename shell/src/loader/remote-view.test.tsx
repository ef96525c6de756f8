import type { RegistryEntry, RemoteProps, ShellApi } from '@propsight/shared/contracts'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { use, useEffect } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadLog } from './load-log.ts'
import { loadRelease } from './load-release.ts'
import { UnmountBoundary } from './remote-boundary.tsx'
import { RemoteView } from './remote-view.tsx'
import { containerOf, type RunEntry, remoteOf, startHost } from './testing/federation-host.ts'
import { makeRelease } from './testing/make-entry.ts'

/** Fake of the remotes' entry files: resolves to a container, or rejects like a script that fails to load. */
const runEntry = vi.fn<RunEntry>()
startHost((remote) => runEntry(remote))

const newEntry = (change: Partial<RegistryEntry> = {}): RegistryEntry => makeRelease('alpha', change)
const shell = { navigate: vi.fn(), notify: vi.fn() }
const alpha = (Root: (props: RemoteProps) => React.ReactNode, contract?: string) =>
  containerOf(remoteOf('alpha', Root, contract))
const show = (entry: RegistryEntry) =>
  render(<RemoteView entry={entry} shell={shell as unknown as ShellApi} />, { wrapper: MemoryRouter })

beforeEach(() => {
  runEntry.mockReset()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
})
afterEach(() => vi.restoreAllMocks())

describe('F4 a contained remote', () => {
  it('shows a skeleton until it is loaded', async () => {
    runEntry.mockResolvedValue(alpha(() => <p>hello</p>))
    show(newEntry())
    expect(screen.getByLabelText('Loading alpha').getAttribute('aria-busy')).toBe('true')
    await screen.findByText('hello')
  })

  it('is refused before any download when it needs another contract', async () => {
    for (const contract of ['2.0', '1.9', 'nonsense']) {
      const view = show(newEntry({ contract }))
      await screen.findByText(/made for another version/)
      view.unmount()
    }
    expect(fetch).not.toHaveBeenCalled()
    expect(runEntry).not.toHaveBeenCalled()
  })

  it('shows an error panel when it fails to load, and Retry loads it again in place', async () => {
    runEntry.mockRejectedValueOnce(new Error('unreachable')).mockResolvedValueOnce(alpha(() => <p>back</p>))
    const entry = newEntry()
    render(
      <main tabIndex={-1}>
        <RemoteView entry={entry} shell={shell as unknown as ShellApi} />
      </main>,
      { wrapper: MemoryRouter },
    )
    await screen.findByRole('heading', { name: 'alpha is unavailable' })
    expect(screen.getByRole('alert').textContent).toContain(`alpha ${entry.version}`)
    const retry = screen.getByRole('button', { name: 'Retry' })
    retry.focus()
    fireEvent.click(retry)
    await screen.findByText('back')
    // The pressed button was removed; the focus moved to the screen.
    expect(document.activeElement).toBe(screen.getByRole('main'))
    const names = runEntry.mock.calls.map(([remote]) => remote.name)
    expect(new Set(names).size).toBe(2)
  })

  it('shows an error panel when it throws in an effect, and Retry mounts it again without a download', async () => {
    let fail = true
    const Fragile = () => {
      useEffect(() => {
        if (fail) throw new Error('in an effect')
      }, [])
      return <p>steady</p>
    }
    runEntry.mockResolvedValue(alpha(Fragile))
    show(newEntry())
    await screen.findByText(/stopped because of an error of its own/)
    fail = false
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('steady')
    expect(runEntry).toHaveBeenCalledTimes(1)
  })

  it('is refused when its module is invalid, has another name or needs another contract', async () => {
    const wrong = [null, {}, { default: { name: 'beta', contract: '1.0', Root: () => null } }]
    for (const exposed of wrong) {
      runEntry.mockResolvedValueOnce(containerOf(exposed))
      const view = show(newEntry())
      await screen.findByText(/is not a part of Propsight/)
      view.unmount()
    }
    runEntry.mockResolvedValueOnce(alpha(() => null, '3.0'))
    show(newEntry())
    await screen.findByText(/made for another version/)
  })

  it('is fetched with the hash of its manifest when that is not inlined, and shows a failure of it', async () => {
    const { manifest: _, ...entry } = newEntry()
    show(entry)
    await screen.findByText(/description of this part did not load/)
    expect(fetch).toHaveBeenCalledWith(
      expect.stringMatching(/mf-manifest\.json$/),
      expect.objectContaining({ integrity: entry.integrity['mf-manifest.json'], credentials: 'omit' }),
    )
  })
})

describe('F1 F4 the previous release as fallback', () => {
  const withFallback = (change: Partial<RegistryEntry> = {}): RegistryEntry => {
    const before = newEntry()
    return newEntry({ fallback: { ...before, manifest: before.manifest }, ...change })
  }
  beforeEach(() => shell.notify.mockClear())

  it('is shown when the files do not load, with one toast, stored for a reload and both logged', async () => {
    runEntry.mockRejectedValueOnce(new Error('unreachable')).mockResolvedValue(alpha(() => <p>earlier</p>))
    const entry = withFallback()
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
    expect(runEntry).toHaveBeenCalledTimes(2)
    expect(shell.notify).toHaveBeenCalledTimes(1)
  })

  it('is shown when the newer release needs another contract, without a download of it', async () => {
    runEntry.mockResolvedValue(alpha(() => <p>earlier</p>))
    const entry = withFallback({ contract: '2.0' })
    show(entry)
    await screen.findByText('earlier')
    expect(runEntry.mock.calls.map(([remote]) => remote.entry)).toEqual([
      expect.stringContaining(`/${entry.fallback?.version}/`),
    ])
  })

  it('is shown when the newer release throws in an effect, and the failure is logged', async () => {
    const Broken = () => {
      useEffect(() => {
        throw new Error('in an effect')
      }, [])
      return null
    }
    runEntry.mockResolvedValueOnce(alpha(Broken)).mockResolvedValue(alpha(() => <p>earlier</p>))
    const entry = withFallback()
    show(entry)
    await screen.findByText('earlier')
    expect(loadLog.get()).toContainEqual(
      expect.objectContaining({ version: entry.version, state: 'failed', kind: 'render' }),
    )
  })

  it('is replaced by an error panel when both fail, and Retry starts with the newer release', async () => {
    runEntry.mockRejectedValue(new Error('away'))
    show(withFallback())
    await screen.findByRole('heading', { name: 'alpha is unavailable' })
    expect(runEntry).toHaveBeenCalledTimes(2)
    runEntry.mockResolvedValueOnce(alpha(() => <p>newer</p>))
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('newer')
    expect(runEntry).toHaveBeenCalledTimes(3)
  })

  it('is not announced when it throws as well', async () => {
    const Broken = () => {
      throw new Error('while rendering')
    }
    runEntry.mockRejectedValueOnce(new Error('away')).mockResolvedValue(alpha(Broken))
    show(withFallback())
    await screen.findByRole('heading', { name: 'alpha is unavailable' })
    expect(shell.notify).not.toHaveBeenCalled()
  })

  it('is not used for an override or without a network', async () => {
    runEntry.mockRejectedValue(new Error('away'))
    const overrideView = show(withFallback({ override: true }))
    await screen.findByRole('heading', { name: 'alpha is unavailable' })
    overrideView.unmount()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    show(withFallback())
    await screen.findByRole('heading', { name: 'alpha is unavailable' })
    expect(runEntry).toHaveBeenCalledTimes(2)
    expect(shell.notify).not.toHaveBeenCalled()
  })
})

describe('F4 a loaded remote', () => {
  it('that suspends forever is reported as late, and Retry mounts it again', async () => {
    const never = new Promise<never>(() => {})
    let stuck = true
    runEntry.mockResolvedValueOnce(alpha(() => (stuck ? use(never) : <p>there</p>)))
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

  it('with a lazy chunk that failed to load is loaded again on Retry, with a new copy of the code', async () => {
    const missing = Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError' })
    runEntry
      .mockResolvedValueOnce(
        alpha(() => {
          throw missing
        }),
      )
      .mockResolvedValueOnce(alpha(() => <p>recovered</p>))
    show(newEntry())
    await screen.findByText(/stopped because of an error|did not load/)
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('recovered')
    expect(runEntry).toHaveBeenCalledTimes(2)
  })

  it('that throws while it is unmounted does not remove the content after it', async () => {
    const ThrowsOnUnmount = () => {
      useEffect(() => () => {
        throw new Error('in unmount')
      })
      return <p>first</p>
    }
    runEntry.mockResolvedValueOnce(alpha(ThrowsOnUnmount))
    const entry = newEntry()
    const page = (content: React.ReactNode) => <UnmountBoundary>{content}</UnmountBoundary>
    const view = render(page(<RemoteView entry={entry} shell={shell as unknown as ShellApi} />), {
      wrapper: MemoryRouter,
    })
    await screen.findByText('first')
    view.rerender(page(<p>second</p>))
    expect(screen.getByText('second')).toBeTruthy()
  })

  it('without a manifest is loaded by its file and its global name', async () => {
    runEntry.mockResolvedValueOnce(alpha(() => <p>plain</p>))
    const { manifest: _, ...entry } = newEntry({ entry: 'remoteEntry.js', globalName: 'external_1' })
    show(entry)
    await screen.findByText('plain')
    expect(fetch).not.toHaveBeenCalled()
    expect(runEntry.mock.lastCall?.[0]).toMatchObject({
      entryGlobalName: 'external_1',
      entry: expect.stringMatching(/remoteEntry\.js$/),
    })
  })
})
