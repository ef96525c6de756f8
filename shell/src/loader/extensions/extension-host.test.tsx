import { Extension } from '@propsight/shared/client'
import {
  defineExtension,
  type OfferedExtension,
  type Registry,
  type RegistryEntry,
  type ShellApi,
} from '@propsight/shared/contracts'
import * as z from '@propsight/shared/schema'
import { act, render, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { loadLog } from '../load-log.ts'
import { loadRelease } from '../load-release.ts'
import { retryRemote } from '../preload-remote.ts'
import { createRegistryStore } from '../registry-store.ts'
import { isMounted, releaseKey } from '../release-records.ts'
import { containerOf } from '../testing/federation-host.ts'
import { makeRegistry, makeRelease } from '../testing/make-entry.ts'
import { runEntry, startRemoteHost } from '../testing/show-remote.tsx'
import { createExtensionHost } from './extension-host.ts'

startRemoteHost()

const schema = z.strictObject({ text: z.string() })
type Props = z.infer<typeof schema>

/** An extension without React that writes its text, and the calls that it got. */
function plainMark(prefix = '') {
  const calls: string[] = []
  const extension = defineExtension<Props>({
    props: schema,
    mount(element, props, shell) {
      calls.push(`mount ${props.text}`)
      expect(shell.renderExtension).toBeUndefined()
      element.textContent = prefix + props.text
      return {
        update(next) {
          calls.push(`update ${next.text}`)
          element.textContent = prefix + next.text
        },
        unmount: () => calls.push('unmount'),
      }
    },
  })
  return { calls, extension }
}

const offering = (mark: OfferedExtension, name = 'alpha') =>
  containerOf({ default: { contract: '1.0', name, Root: () => null, extensions: { mark } } })

let server: Registry
const log = vi.fn()

/** A host with a registry of these remotes. */
async function start(...remotes: RegistryEntry[]) {
  server = makeRegistry(remotes)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) =>
    String(address) === '/api/remotes' ? Response.json(server) : Promise.reject(new TypeError('offline')),
  )
  const page = document.implementation.createHTMLDocument()
  const store = createRegistryStore({
    page,
    elementId: 'none',
    address: '/api/remotes',
    storage: () => sessionStorage,
  })
  await store.reload()
  const ownShell = { navigate: vi.fn(), api: {} } as unknown as ShellApi
  const host = createExtensionHost(ownShell, store, log)
  const shell = { renderExtension: host.render }
  return {
    store,
    shell,
    mark: (text: unknown, key?: string, name = 'alpha/mark', ownShell = shell) => (
      <Extension
        key={key}
        shell={ownShell}
        name={name}
        props={{ text }}
        fallback={<i>plain {`${text}`}</i>}
      />
    ),
  }
}
const fallback = (text: string) => screen.queryByText(`plain ${text}`)
const failures = () => loadLog.get().filter(({ state }) => state === 'failed')

beforeEach(() => log.mockReset())

describe('F1 F4 extensions of other remotes', () => {
  it('are loaded once for all instances, when the browser is idle, and show the fallback until then', async () => {
    const { extension, calls } = plainMark()
    runEntry.mockResolvedValue(offering(extension))
    const { mark } = await start(makeRelease('alpha'))
    const texts = Array.from({ length: 45 }, (_, index) => `game ${index}`)
    render(texts.map((text) => mark(text, text)))
    expect(runEntry).not.toHaveBeenCalled()
    expect(fallback('game 0')).not.toBeNull()
    for (const text of texts) await screen.findByText(text)
    expect(fallback('game 0')).toBeNull()
    expect(runEntry).toHaveBeenCalledTimes(1)
    expect(calls).toHaveLength(texts.length)
  })

  it('are not loaded when their screen is gone before the browser is idle', async () => {
    runEntry.mockResolvedValue(offering(plainMark().extension, 'beta'))
    const { mark } = await start(makeRelease('alpha'), makeRelease('beta'))
    const view = render(mark('one'))
    view.rerender(mark('two', 'beta', 'beta/mark'))
    await screen.findByText('two')
    expect(runEntry.mock.calls.map(([remote]) => remote.entry)).toEqual([expect.stringContaining('/beta/')])
  })

  it('get changed props without a remount, and nothing after unmount', async () => {
    const { extension, calls } = plainMark()
    runEntry.mockResolvedValue(offering(extension))
    const entry = makeRelease('alpha')
    const { mark } = await start(entry)
    const view = render(mark('one'))
    await screen.findByText('one')
    expect(isMounted(releaseKey(entry))).toBe(true)
    view.rerender(mark('one'))
    view.rerender(mark('two'))
    await screen.findByText('two')
    view.unmount()
    expect(calls).toEqual(['mount one', 'update two', 'unmount'])
    expect(isMounted(releaseKey(entry))).toBe(false)
  })

  it('stay visible when they are rendered anew in their place', async () => {
    const { extension, calls } = plainMark()
    runEntry.mockResolvedValue(offering(extension))
    const { mark, shell } = await start(makeRelease('alpha'))
    const view = render(mark('one'))
    await screen.findByText('one')
    view.rerender(mark('one', undefined, 'alpha/mark', { ...shell }))
    await waitFor(() => expect(calls).toEqual(['mount one', 'unmount', 'mount one']))
    expect(await screen.findByText('one')).toBeDefined()
    expect(fallback('one')).toBeNull()
  })

  it('may be React components, with the shell of their remote', async () => {
    const Component = ({ text, shell }: Props & { shell: ShellApi }) => {
      useEffect(() => () => shell.navigate('/late'), [shell])
      return <b>{text}</b>
    }
    runEntry.mockResolvedValue(offering(defineExtension<Props>({ props: schema, Component })))
    const { mark } = await start(makeRelease('alpha'))
    const view = render(mark('one'))
    expect((await screen.findByText('one')).tagName).toBe('B')
    view.rerender(mark('two'))
    await screen.findByText('two')
    view.rerender(<p>gone</p>)
    await waitFor(() => expect(screen.queryByText('two')).toBeNull())
  })

  it('that the remote does not offer are not shown, which is no failed load', async () => {
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

  it('follow the registry: a newer release, and a retirement', async () => {
    const first = plainMark('first ')
    runEntry.mockResolvedValueOnce(offering(first.extension))
    const { mark, store } = await start(makeRelease('alpha'))
    render(mark('one'))
    await screen.findByText('first one')
    runEntry.mockResolvedValue(offering(plainMark('second ').extension))
    server = makeRegistry([makeRelease('alpha')])
    await act(() => store.reload())
    expect(screen.getByText('first one')).toBeTruthy()
    act(() => store.take(['alpha']))
    await screen.findByText('second one')
    expect(first.calls).toEqual(['mount one', 'unmount'])
    server = makeRegistry([])
    await act(() => store.reload())
    act(() => store.take(['alpha']))
    expect(fallback('one')).not.toBeNull()
    expect(screen.queryByText('second one')).toBeNull()
  })

  it('have a placeholder until it is known that their remote is down, is unknown or does not offer them', async () => {
    let fail = () => {}
    runEntry.mockImplementation(
      () =>
        new Promise((_, reject) => {
          fail = () => reject(new Error('away'))
        }),
    )
    const { shell } = await start(makeRelease('alpha'))
    const extension = (name: string, own: Partial<typeof shell> = shell) => (
      <Extension
        key={name}
        shell={own}
        name={name}
        props={{ text: 'one' }}
        fallback={<i>no {name}</i>}
        placeholder={<b>waiting for {name}</b>}
      />
    )
    const view = render([extension('alpha/mark'), extension('beta/mark')])
    expect(await screen.findByText('no beta/mark')).toBeDefined()
    expect(screen.getByText('waiting for alpha/mark')).toBeDefined()
    await waitFor(() => expect(runEntry).toHaveBeenCalled())
    fail()
    expect(await screen.findByText('no alpha/mark')).toBeDefined()
    view.rerender(extension('alpha/other', {}))
    expect(await screen.findByText('no alpha/other')).toBeDefined()

    runEntry.mockReset().mockResolvedValue(offering(plainMark().extension, 'gamma'))
    const other = await start(makeRelease('gamma'))
    view.rerender([extension('gamma/mark', other.shell), extension('gamma/other', other.shell)])
    expect(screen.getByText('waiting for gamma/mark')).toBeDefined()
    expect(await screen.findByText('no gamma/other')).toBeDefined()
    expect(await screen.findByText('one')).toBeDefined()
    expect(screen.queryByText('no gamma/mark')).toBeNull()
  })

  it('of a developer’s machine are not loaded before the panel of their remote loaded them', async () => {
    runEntry.mockResolvedValue(offering(plainMark().extension))
    const entry = makeRelease('alpha', { override: true })
    const { mark } = await start(entry)
    render(mark('one'))
    expect(fallback('one')).not.toBeNull()
    await act(() => loadRelease(entry))
    expect(await screen.findByText('one')).toBeTruthy()
    expect(runEntry).toHaveBeenCalledTimes(1)
  })
})
