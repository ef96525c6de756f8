import { defineExtension, type OfferedExtension } from '@propsight/shared/contracts'
import { act, render, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { describe, expect, it } from 'vitest'
import { loadLog } from '../load-log.ts'
import { retryRemote } from '../preload-remote.ts'
import { containerOf } from '../testing/federation-host.ts'
import { makeRelease } from '../testing/make-entry.ts'
import {
  failures,
  fallback,
  log,
  offering,
  type Props,
  plainMark,
  schema,
  start,
  startExtensionHost,
} from '../testing/show-extension.tsx'
import { runEntry } from '../testing/show-remote.tsx'

startExtensionHost()

describe('F1 F4 extensions of other remotes', () => {
  it('that the remote does not offer are not shown, which is not a failed load', async () => {
    const before = failures().length
    runEntry.mockResolvedValue(containerOf({ default: { contract: '1.0', name: 'alpha', Root: () => null } }))
    const entry = makeRelease('alpha')
    const { mark } = await start(entry)
    render(mark('one'))
    await waitFor(() =>
      expect(loadLog.get()).toContainEqual(
        expect.objectContaining({ version: entry.version, state: 'loaded' }),
      ),
    )
    expect(fallback('one')).not.toBeNull()
    expect(failures()).toHaveLength(before)
  })

  it('do not get props that their schema refuses, and the consumer shows its fallback', async () => {
    const { extension, calls } = plainMark()
    runEntry.mockResolvedValue(offering(extension))
    const { mark } = await start(makeRelease('alpha'))
    const before = failures().length
    const view = render(mark(7))
    await waitFor(() =>
      expect(log).toHaveBeenCalledWith(expect.stringContaining('alpha/mark: TypeError: its props')),
    )
    expect(fallback('7')).not.toBeNull()
    view.rerender(mark('seven'))
    await screen.findByText('seven')
    view.rerender(mark(8))
    await waitFor(() => expect(fallback('8')).not.toBeNull())
    expect(calls).toEqual(['mount seven', 'unmount'])
    expect(failures()).toHaveLength(before)
  })

  const throwing = (phase: string): OfferedExtension => {
    const fail = () => {
      throw new Error(`in ${phase}`)
    }
    if (phase === 'mount') return defineExtension<Props>({ props: schema, mount: fail })
    if (phase === 'render') return defineExtension<Props>({ props: schema, Component: fail })
    if (phase === 'effect')
      return defineExtension<Props>({
        props: schema,
        Component: () => {
          useEffect(fail, [])
          return null
        },
      })
    return defineExtension<Props>({ props: schema, mount: () => ({ update: fail, unmount() {} }) })
  }

  it.each(['mount', 'render', 'effect', 'update'])(
    'that throw in %s are recorded as a failed load and replaced by those of the fallback release',
    async (phase) => {
      runEntry
        .mockResolvedValueOnce(offering(throwing(phase)))
        .mockResolvedValue(offering(plainMark('earlier ').extension))
      const before = makeRelease('alpha')
      const entry = makeRelease('alpha', { fallback: { ...before, manifest: before.manifest } })
      const { mark } = await start(entry)
      const view = render(mark('one'))
      if (phase === 'update') {
        await waitFor(() => expect(fallback('one')).toBeNull())
        view.rerender(mark('two'))
      }
      await screen.findByText(phase === 'update' ? 'earlier two' : 'earlier one')
      expect(failures()).toContainEqual(
        expect.objectContaining({ version: entry.version, kind: 'render', error: expect.anything() }),
      )
    },
  )

  it('that throw and have no other release are not mounted again before Retry', async () => {
    runEntry
      .mockResolvedValueOnce(offering(throwing('mount')))
      .mockResolvedValue(offering(plainMark().extension))
    const entry = makeRelease('alpha')
    const { mark } = await start(entry)
    const view = render([mark('one', '1'), mark('two', '2')])
    await waitFor(() => expect(failures().at(-1)).toMatchObject({ version: entry.version, kind: 'render' }))
    expect(fallback('two')).not.toBeNull()
    view.rerender([mark('one', '1'), mark('two', '2'), mark('three', '3')])
    expect(fallback('three')).not.toBeNull()
    expect(screen.getByText('plain one')).toBeTruthy()
  })

  it('of a remote that is down show the fallback, and are loaded again when it is retried', async () => {
    runEntry.mockRejectedValueOnce(new Error('away')).mockResolvedValue(offering(plainMark().extension))
    const entry = makeRelease('alpha')
    const { mark } = await start(entry)
    render(mark('one'))
    await waitFor(() => expect(failures().at(-1)).toMatchObject({ version: entry.version, kind: 'entry' }))
    expect(fallback('one')).not.toBeNull()
    act(() => retryRemote(entry))
    await screen.findByText('one')
  })
})
