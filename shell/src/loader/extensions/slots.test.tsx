import { Slot } from '@propsight/shared/client'
import {
  defineContribution,
  type ExtensionRequest,
  type OfferedExtension,
  type Profile,
  SLOTS,
  type SlotProps,
} from '@propsight/shared/contracts'
import { act, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { containerOf } from '../testing/federation-host.ts'
import { makeRelease } from '../testing/make-entry.ts'
import { account, failures, server, start, startExtensionHost } from '../testing/show-extension.tsx'
import { runEntry } from '../testing/show-remote.tsx'

startExtensionHost()

const PANEL = 'analysis/player-panel'
const LINE: SlotProps[typeof PANEL] = {
  sport: 'MLB',
  player: 'Dax Holloway',
  personId: 1,
  stat: 'Hits',
  line: 1.5,
  side: null,
  gamePk: null,
  homeTeam: null,
  gameTime: null,
}

/** A release that puts its extension `mark` into the panel. */
const contributor = (name: string, contribution: object = {}, change: object = {}) =>
  makeRelease(name, {
    placement: {
      mount: 'overlay',
      title: name,
      slots: [{ slot: PANEL, props: SLOTS[PANEL], extension: 'mark', ...contribution }],
    },
    ...change,
  })

const says = (text: string, Component = ({ player }: { player: string }) => <b>{`${text} ${player}`}</b>) =>
  defineContribution(PANEL, { Component })

/** Answers the entry of each remote with its extension. */
const offer = (extensions: Record<string, OfferedExtension>) =>
  runEntry.mockImplementation(async ({ entry }) => {
    const name = Object.keys(extensions).find((each) => entry.includes(`/${each}/`)) ?? ''
    const mark = extensions[name]
    return containerOf({
      default: { contract: '1.0', name, Root: () => null, extensions: mark ? { mark } : {} },
    })
  })

type Host = Awaited<ReturnType<typeof start>>
const panel = ({ shell }: Host, props = LINE, key = 'one') => (
  <Slot key={key} shell={shell} name={PANEL} props={props} placeholder="waiting" fallback="nothing" />
)
const texts = () => screen.queryAllByText(/Holloway/).map(({ textContent }) => textContent)

describe('F1 slots: components that remotes contribute', () => {
  it('show what each remote contributes, in their order, with the props of the slot', async () => {
    offer({ alpha: says('alpha'), beta: says('beta'), gamma: says('gamma') })
    const host = await start(
      contributor('alpha', { order: 5 }),
      contributor('beta', { order: -1 }),
      contributor('gamma', { order: 5 }),
      makeRelease('delta'),
    )
    const view = render(panel(host))
    await waitFor(() =>
      expect(texts()).toEqual(['beta Dax Holloway', 'alpha Dax Holloway', 'gamma Dax Holloway']),
    )
    expect(screen.queryByText('nothing')).toBeNull()
    expect(view.container.querySelector('[data-pending]')).toBeNull()
    view.rerender(panel(host, { ...LINE, player: 'Al Holloway' }))
    await waitFor(() =>
      expect(texts()).toEqual(['beta Al Holloway', 'alpha Al Holloway', 'gamma Al Holloway']),
    )
    view.unmount()
    await waitFor(() => expect(texts()).toEqual([]))
  })

  it('load a remote once for all rows of a list', async () => {
    offer({ alpha: says('alpha') })
    const host = await start(contributor('alpha'))
    render(Array.from({ length: 30 }, (_, index) => panel(host, LINE, `${index}`)))
    await waitFor(() => expect(texts()).toHaveLength(30))
    expect(runEntry).toHaveBeenCalledTimes(1)
  })

  it('show the fallback without contributions, and a contribution of a remote that is deployed later', async () => {
    offer({ alpha: says('alpha') })
    const host = await start()
    render(panel(host))
    expect(await screen.findByText('nothing')).toBeDefined()
    server.remotes = [contributor('alpha')]
    await act(() => host.store.reload())
    act(() => host.store.take(['alpha']))
    await waitFor(() => expect(texts()).toEqual(['alpha Dax Holloway']))
    expect(screen.queryByText('nothing')).toBeNull()
  })

  it('keep the others when one throws, which is a failure of its own remote only', async () => {
    const fails = () => {
      throw new Error('in render')
    }
    offer({ alpha: says('alpha'), beta: says('beta', fails) })
    const broken = contributor('beta')
    const host = await start(contributor('alpha'), broken)
    const before = failures().length
    render(panel(host))
    await waitFor(() => expect(failures()).toHaveLength(before + 1))
    expect(failures().at(-1)).toMatchObject({ name: 'beta', version: broken.version, kind: 'render' })
    expect(texts()).toEqual(['alpha Dax Holloway'])
  })

  it('show what the fallback release contributes when the newer one fails', async () => {
    runEntry.mockRejectedValueOnce(new Error('away')).mockResolvedValue(
      containerOf({
        default: { contract: '1.0', name: 'alpha', Root: () => null, extensions: { mark: says('earlier') } },
      }),
    )
    const host = await start(contributor('alpha', {}, { fallback: contributor('alpha') }))
    render(panel(host))
    await waitFor(() => expect(texts()).toEqual(['earlier Dax Holloway']))
  })

  it.each([
    ['sport', { sport: ['NFL'] }, () => {}],
    ['plan', { plan: ['premium'] }, () => account.profile.set({ plan: 'premium' } as Profile)],
    ['role', { role: 'user' }, () => account.session.set({ id: 'u', email: 'a@b.c' })],
  ])('show a contribution with a condition on %s when it is met', async (_, when, meet) => {
    offer({ alpha: says('alpha') })
    const host = await start(contributor('alpha', { when }))
    const view = render(panel(host))
    expect(await screen.findByText('nothing')).toBeDefined()
    expect(runEntry).not.toHaveBeenCalled()
    act(meet)
    view.rerender(panel(host, { ...LINE, sport: 'sport' in when ? 'NFL' : 'MLB' }))
    await waitFor(() => expect(texts()).toEqual(['alpha Dax Holloway']))
  })

  it('show a contribution for developers to a developer only', async () => {
    offer({ alpha: says('alpha') })
    account.isDeveloper = false
    const host = await start(contributor('alpha', { when: { role: 'developer' } }))
    account.session.set({ id: 'u', email: 'a@b.c' })
    const view = render(panel(host))
    expect(await screen.findByText('nothing')).toBeDefined()
    view.unmount()
    account.isDeveloper = true
    const other = await start(contributor('alpha', { when: { role: 'developer' } }))
    render(panel(other))
    await waitFor(() => expect(texts()).toEqual(['alpha Dax Holloway']))
  })

  it('may be those that a remote declares', async () => {
    offer({ alpha: says('alpha') })
    const host = await start(contributor('alpha', { slot: 'scouting/row' }))
    render(
      <Slot shell={host.shell} name="scouting/row" props={{ player: 'Dax Holloway' }} fallback="nothing" />,
    )
    await waitFor(() => expect(texts()).toEqual(['alpha Dax Holloway']))
  })

  it('show a contribution with a flag while it is on for this visitor', async () => {
    offer({ alpha: says('alpha') })
    const change = { version: '1.0.900', config: { shown: false } }
    const off = contributor('alpha', { when: { flag: 'shown' } }, change)
    const host = await start(off)
    render(panel(host))
    expect(await screen.findByText('nothing')).toBeDefined()
    expect(runEntry).not.toHaveBeenCalled()
    server.remotes = [{ ...off, config: { shown: true } }]
    await act(() => host.store.reload())
    await waitFor(() => expect(texts()).toEqual(['alpha Dax Holloway']))
    server.remotes = [off]
    await act(() => host.store.reload())
    await waitFor(() => expect(texts()).toEqual([]))
  })

  it.each([
    ['a condition that this shell does not know', { when: { moon: 'full' } }],
    ['other props than those of the slot', { props: 2 }],
    ['a slot that this shell does not have', { slot: 'analysis/attic' }],
  ])('skip an entry with %s, and keep the remote', async (_, contribution) => {
    offer({ alpha: says('alpha') })
    const host = await start(contributor('alpha', contribution))
    render(panel(host))
    expect(await screen.findByText('nothing')).toBeDefined()
    expect(host.store.get().registry?.remotes).toHaveLength(1)
    expect(runEntry).not.toHaveBeenCalled()
  })

  it('are no extensions: an extension of the same name is another one', async () => {
    const host = await start(contributor('alpha'))
    const shown: boolean[] = []
    const request: ExtensionRequest = { name: PANEL, props: {}, onShown: (isShown) => shown.push(isShown) }
    host.shell.renderExtension(document.createElement('span'), request)
    expect(shown).toEqual([false])
  })
})
