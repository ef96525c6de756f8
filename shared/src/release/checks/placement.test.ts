// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { DEV_VERSION, OVERRIDE_VERSION, type Placement } from '../../contracts/releases/registry.ts'
import { createDeclaration, findingsOf, live, tab } from '../testing/release-fixture.ts'

const page = (...paths: string[]): Placement => ({ mount: 'page', paths, title: 'Page', signIn: false })
const at = (placement: Placement, others = [live('beta')]) =>
  findingsOf('placement', { declaration: createDeclaration({ placement }), others })
const ownTab = { mount: 'tab', path: '/alpha', title: 'Alpha', order: 1 } as const

describe('F1 placement of a remote', () => {
  it('is accepted when it is free', async () => {
    expect(await at(ownTab, [live('beta', { placement: tab('/beta') })])).toEqual([])
    expect(await at(page('/a', '/b'))).toEqual([])
    expect(await at({ mount: 'overlay', title: 'Over' })).toEqual([])
  })
  it('is accepted when the live release of the same remote has it', async () => {
    expect(await at(ownTab, [live('alpha', { placement: tab('/alpha') })])).toEqual([])
  })
  it.each([
    ['a tab of another remote', ownTab, tab('/alpha')],
    ['a page of another remote', ownTab, page('/other', '/alpha')],
    ['a page at the tab of another remote', page('/new', '/alpha'), tab('/alpha')],
  ])('is refused for %s', async (_, placement, otherPlacement) => {
    const messages = await at(placement, [live('beta', { placement: otherPlacement })])
    expect(messages).toMatchObject([expect.stringContaining("/alpha belongs to 'beta'")])
  })
  it.each(['/api', '/bundles', '/auth', '/rest', '/health', '/dev', '/pricing'])(
    'is refused for the product’s own path %s',
    async (path) => {
      expect((await at({ ...ownTab, path })).join()).toMatch(/the product's own/)
    },
  )
  it('is refused for an icon that does not exist', async () => {
    expect(await at({ ...ownTab, icon: 'bars' })).toEqual([])
    expect((await at({ ...ownTab, icon: 'sparkles' })).join()).toMatch(
      /no icon 'sparkles': choose one of .*bars/,
    )
  })
  it('is refused when a path is listed twice', async () => {
    expect((await at(page('/a', '/a'))).join()).toMatch(/listed twice/)
  })
  it('causes a warning for the title of another tab', async () => {
    const messages = await at(ownTab, [live('beta', { placement: tab('/beta', 'Alpha') })])
    expect(messages.join()).toMatch(/^warning: 'beta' has a tab called 'Alpha'/)
  })
  it.each([DEV_VERSION, OVERRIDE_VERSION])('is refused for the development version %s', async (version) => {
    expect((await findingsOf('placement', { version })).join()).toMatch(/what a developer's machine serves/)
  })
  it('is refused for a remote with the name of the shell', async () => {
    const messages = await findingsOf('placement', { declaration: createDeclaration({ name: 'shell' }) })
    expect(messages.join()).toMatch(/the name of the shell/)
  })
})
