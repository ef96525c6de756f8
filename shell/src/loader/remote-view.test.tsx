import type { ShellApi } from '@propsight/shared/contracts'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { use, useEffect } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'
import { loadLog } from './load-log.ts'
import { loadRelease } from './load-release.ts'
import { absoluteBase } from './release-records.ts'
import { UnmountBoundary } from './remote-boundary.tsx'
import { RemoteView } from './remote-view.tsx'
import { containerOf } from './testing/federation-host.ts'
import { alpha, newEntry, runEntry, shell, show, startRemoteHost } from './testing/show-remote.tsx'

startRemoteHost()

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
    await screen.findByText(/stopped because of its own error/)
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
      await screen.findByText(/not a part of Propsight/)
      view.unmount()
    }
    runEntry.mockResolvedValueOnce(alpha(() => null, '3.0'))
    show(newEntry())
    await screen.findByText(/made for another version/)
  })

  it('that throws while it is loaded shows the exception with the trace id of the load', async () => {
    const entry = newEntry()
    const stack = `TypeError: at ${absoluteBase(entry)}static/js/remote.js:1:20`
    const thrown = Object.assign(new TypeError('x is not a function'), { stack })
    runEntry.mockResolvedValue({
      init() {},
      get: () => async () => {
        throw thrown
      },
    })
    show(entry)
    await screen.findByText(/failed to start because of its own error/)
    const load = loadLog.get().at(-1)
    expect(load).toMatchObject({ state: 'failed', kind: 'exception', error: { cause: thrown } })
    expect(load?.trace).toMatch(/^[0-9a-f]{32}$/)
    expect(screen.getByRole('alert').textContent).toContain(
      `alpha ${entry.version}: TypeError: x is not a function (trace ${load?.trace})`,
    )
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
    await screen.findByText(/stopped because of its own error|did not load/)
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
