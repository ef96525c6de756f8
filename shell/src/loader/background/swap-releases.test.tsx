import type { RegistryEntry } from '@propsight/shared/contracts'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { registerUnsavedWork } from '../../state/unsaved-work.ts'
import { listReleases } from '../load-release.ts'
import { makeRelease } from '../testing/make-entry.ts'
import { runEntry } from '../testing/show-remote.tsx'
import {
  broken,
  location,
  publish,
  reload,
  server,
  shell,
  start,
  startSwapHost,
  updates,
} from '../testing/swap-host.tsx'

startSwapHost()

describe('F2 a newer release without a reload', () => {
  it('is loaded in the background and then replaces the release on the screen', async () => {
    const one = makeRelease('alpha')
    const other = makeRelease('beta')
    await start(['alpha', 'beta'], one, other)
    const untouched = screen.getByLabelText('field of beta')
    const two = makeRelease('alpha')
    await publish(two, other)
    await screen.findByText(`alpha ${two.version}`)
    expect(screen.queryByText(`alpha ${one.version}`)).toBeNull()
    expect(screen.getByLabelText('field of beta')).toBe(untouched)
    expect(updates).toEqual([])
  })

  it('waits while work is unsaved, offers an update, and is shown once work is saved', async () => {
    const one = makeRelease('alpha')
    await start(['alpha'], one)
    let dirty = true
    const done = registerUnsavedWork(() => dirty)
    const two = makeRelease('alpha')
    await publish(two)
    await waitFor(() => expect(updates.map(({ id }) => id)).toEqual([`alpha@${two.version}`]))
    expect(screen.getByText(`alpha ${one.version}`)).toBeTruthy()
    dirty = false
    await screen.findByText(`alpha ${two.version}`, {}, { timeout: 5_000 })
    expect(updates).toEqual([])
    done()
  })

  it('is shown at once when the user runs the update', async () => {
    await start(['alpha'], makeRelease('alpha'))
    const done = registerUnsavedWork(() => true)
    const two = makeRelease('alpha')
    await publish(two)
    await waitFor(() => expect(updates).toHaveLength(1))
    act(() => updates[0]?.run())
    expect(screen.getByText(`alpha ${two.version}`)).toBeTruthy()
    expect(updates).toEqual([])
    done()
  })

  it('waits while a field of the remote has the focus', async () => {
    const one = makeRelease('alpha')
    await start(['alpha'], one)
    screen.getByLabelText('field of alpha').focus()
    const two = makeRelease('alpha')
    await publish(two)
    await waitFor(() => expect(listReleases()).toContain(`alpha@${two.version}`))
    expect(screen.getByText(`alpha ${one.version}`)).toBeTruthy()
    screen.getByLabelText('field of alpha').blur()
    await screen.findByText(`alpha ${two.version}`, {}, { timeout: 5_000 })
  })

  it('waits while a dialog is open', async () => {
    const one = makeRelease('alpha')
    await start(['alpha'], one)
    const dialog = document.createElement('div')
    dialog.role = 'alertdialog'
    dialog.innerHTML = '<button>Delete 3 picks</button>'
    document.body.append(dialog)
    dialog.querySelector('button')?.focus()
    const two = makeRelease('alpha')
    await publish(two)
    await waitFor(() => expect(listReleases()).toContain(`alpha@${two.version}`))
    expect(screen.getByText(`alpha ${one.version}`)).toBeTruthy()
    dialog.remove()
    await screen.findByText(`alpha ${two.version}`, {}, { timeout: 5_000 })
  })

  it('keeps the scroll position while the new release is still shorter', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    await start(['alpha'], makeRelease('alpha'))
    const main = document.body.appendChild(document.createElement('main'))
    vi.spyOn(main, 'offsetHeight', 'get').mockReturnValue(4_000)
    vi.spyOn(window, 'scrollY', 'get').mockReturnValueOnce(900)
    const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => {
      expect(main.style.minHeight).toBe('4000px')
    })
    const two = makeRelease('alpha')
    await publish(two)
    await screen.findByText(`alpha ${two.version}`)
    expect(scrolled).toHaveBeenCalledExactlyOnceWith({ left: 0, top: 900, behavior: 'instant' })
    vi.advanceTimersByTime(5_000)
    expect(main.style.minHeight).toBe('')
    main.remove()
  })

  it('changes nothing on the screen when it is broken, with or without a fallback', async () => {
    const one = makeRelease('alpha')
    await start(['alpha'], one)
    const field = screen.getByLabelText('field of alpha')
    for (const fallback of [undefined, one]) {
      const next = makeRelease('alpha', fallback ? { fallback } : {})
      broken.add(next.version)
      await publish(next)
      await waitFor(() => expect(fetch).toHaveBeenCalled())
      await act(async () => {})
      expect(screen.getByLabelText('field of alpha')).toBe(field)
    }
    expect(shell.notify).not.toHaveBeenCalled()
    const good = makeRelease('alpha')
    await publish(good)
    await screen.findByText(`alpha ${good.version}`)
  })

  it('does not replace a developer’s override, and is not requested when it needs a newer shell', async () => {
    const one = makeRelease('alpha', { override: true })
    const two = makeRelease('beta')
    await start(['alpha', 'beta'], one, two)
    const newer = makeRelease('alpha')
    const tooNew = makeRelease('beta', { contract: '1.9' })
    await publish(newer, tooNew)
    expect(screen.getByText(`alpha ${one.version}`)).toBeTruthy()
    expect(screen.getByText(`beta ${two.version}`)).toBeTruthy()
    // A failed release of an earlier test may still be retried.
    const requested = runEntry.mock.calls.map(([{ entry }]) => entry)
    expect(requested.filter((entry) => entry.includes(`alpha/${newer.version}/`))).toEqual([])
    expect(requested.filter((entry) => entry.includes(`beta/${tooNew.version}/`))).toEqual([])
  })

  it('redirects to its new path when it is on the screen, and only then', async () => {
    const at = (path: string) =>
      ({ placement: { mount: 'tab', path, title: 'Part', order: 1 } }) as Pick<RegistryEntry, 'placement'>
    const one = makeRelease('alpha', at('/alpha'))
    const other = makeRelease('beta', at('/beta'))
    await start(['alpha', 'beta'], one, other)
    const two = makeRelease('alpha', at('/alpha'))
    const another = makeRelease('beta', at('/moved'))
    await publish(two, another)
    await screen.findByText(`beta ${another.version}`)
    await screen.findByText(`alpha ${two.version}`)
    expect(location.navigate).not.toHaveBeenCalled()
    const three = makeRelease('alpha', at('/first'))
    await publish(three, another)
    await screen.findByText(`alpha ${three.version}`)
    expect(location.navigate).toHaveBeenCalledExactlyOnceWith('/first?day=1', { replace: true })
  })

  it('removes a withdrawn remote from the screen once no work is unsaved', async () => {
    const one = makeRelease('alpha')
    const other = makeRelease('beta')
    await start(['alpha', 'beta'], one, other)
    let dirty = true
    const done = registerUnsavedWork(() => dirty)
    await publish(other)
    expect(screen.getByText(`alpha ${one.version}`)).toBeTruthy()
    expect(updates).toEqual([])
    dirty = false
    await waitFor(() => expect(screen.queryByText(`alpha ${one.version}`)).toBeNull(), { timeout: 5_000 })
    expect(screen.getByText(`beta ${other.version}`)).toBeTruthy()
    expect(listReleases()).not.toContain(`alpha@${one.version}`)
    done()
  })

  it('of the shell is an update that reloads', async () => {
    const one = makeRelease('alpha')
    await start([], one)
    server.shell = { version: '0.2.0' }
    await publish(one)
    expect(updates).toMatchObject([{ id: 'shell@0.2.0', how: 'reload', title: 'Propsight' }])
    updates[0]?.run()
    expect(reload).toHaveBeenCalledOnce()
  })
})
