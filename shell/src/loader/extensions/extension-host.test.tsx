import { Extension } from '@propsight/shared/client'
import { defineExtension, type ShellApi } from '@propsight/shared/contracts'
import { act, render, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { describe, expect, it } from 'vitest'
import { loadRelease } from '../load-release.ts'
import { isMounted, releaseKey } from '../release-records.ts'
import { makeRelease } from '../testing/make-entry.ts'
import {
  fallback,
  offering,
  type Props,
  plainMark,
  schema,
  server,
  start,
  startExtensionHost,
} from '../testing/show-extension.tsx'
import { runEntry } from '../testing/show-remote.tsx'

startExtensionHost()

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

  it('follow the registry: a newer release, and a retirement', async () => {
    const first = plainMark('first ')
    runEntry.mockResolvedValueOnce(offering(first.extension))
    const { mark, store } = await start(makeRelease('alpha'))
    render(mark('one'))
    await screen.findByText('first one')
    runEntry.mockResolvedValue(offering(plainMark('second ').extension))
    server.remotes = [makeRelease('alpha')]
    await act(() => store.reload())
    expect(screen.getByText('first one')).toBeTruthy()
    act(() => store.take(['alpha']))
    await screen.findByText('second one')
    expect(first.calls).toEqual(['mount one', 'unmount'])
    server.remotes = []
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
