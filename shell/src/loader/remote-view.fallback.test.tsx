import type { RegistryEntry } from '@propsight/shared/contracts'
import { fireEvent, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fallbackTicket } from './choose-release.ts'
import { loadLog } from './load-log.ts'
import { alpha, newEntry, runEntry, shell, show, startRemoteHost } from './testing/show-remote.tsx'

startRemoteHost()

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

  it('is followed by the other retained releases until one loads', async () => {
    const further = [newEntry(), newEntry()]
    const entry = withFallback()
    const releases = [entry.fallback, ...further].map((release) => ({ ...release, base: release?.base }))
    const ticket = 'ticket of the list'
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) =>
      String(address).endsWith('/api/remotes/alpha/fallbacks')
        ? Response.json({ releases, ticket })
        : Promise.reject(new TypeError('offline')),
    )
    for (let failing = 0; failing < 3; failing++) runEntry.mockRejectedValueOnce(new Error('away'))
    runEntry.mockResolvedValue(alpha(() => <p>oldest</p>))
    show(entry)
    await screen.findByText('oldest')
    expect(runEntry.mock.calls.map(([remote]) => /1\.0\.\d+/.exec(remote.entry)?.[0])).toEqual(
      [entry, entry.fallback, ...further].map((release) => release?.version),
    )
    expect(fallbackTicket(further[1] ?? entry)).toBe(ticket)
    expect(fallbackTicket(entry)).toBeUndefined()
    expect(shell.notify).toHaveBeenCalledTimes(1)
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
