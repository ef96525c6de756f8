// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { DEV_VERSION, OVERRIDE_VERSION, type Placement } from '../../contracts/registry.ts'
import { declared, foundBy, live, tab } from '../testing/made-up.ts'

const page = (...paths: string[]): Placement => ({ mount: 'page', paths, title: 'Page', signIn: false })
const at = (placement: Placement, others = [live('beta')]) =>
  foundBy('placement', { declaration: declared({ placement }), others })
const ownTab = { mount: 'tab', path: '/alpha', title: 'Alpha', order: 1 } as const

describe('F1 where a remote shows', () => {
  it('is free for it', async () => {
    expect(await at(ownTab, [live('beta', { placement: tab('/beta') })])).toEqual([])
    expect(await at(page('/a', '/b'))).toEqual([])
    expect(await at({ mount: 'overlay', title: 'Over' })).toEqual([])
  })
  it('may be where it showed before', async () => {
    expect(await at(ownTab, [live('alpha', { placement: tab('/alpha') })])).toEqual([])
  })
  it.each([
    ['a tab of another remote', ownTab, tab('/alpha')],
    ['a page of another remote', ownTab, page('/other', '/alpha')],
    ['a tab that its page takes', page('/new', '/alpha'), tab('/alpha')],
  ])('is not %s', async (_, placement, theirs) => {
    const messages = await at(placement, [live('beta', { placement: theirs })])
    expect(messages).toMatchObject([expect.stringContaining("/alpha belongs to 'beta'")])
  })
  it.each(['/api', '/bundles', '/auth', '/rest', '/health', '/dev', '/pricing', '/scanner'])(
    'is not the product’s own %s',
    async (path) => {
      expect((await at({ ...ownTab, path })).join()).toMatch(/the product's own/)
    },
  )
  it('is listed once', async () => {
    expect((await at(page('/a', '/a'))).join()).toMatch(/listed twice/)
  })
  it('is told apart by its title', async () => {
    const messages = await at(ownTab, [live('beta', { placement: tab('/beta', 'Alpha') })])
    expect(messages.join()).toMatch(/^warning: 'beta' has a tab called 'Alpha'/)
  })
  it.each([DEV_VERSION, OVERRIDE_VERSION])(
    'never passes for a developer’s machine as %s',
    async (version) => {
      expect((await foundBy('placement', { version })).join()).toMatch(/what a developer's machine serves/)
    },
  )
  it('never has the shell’s name', async () => {
    const messages = await foundBy('placement', { declaration: declared({ name: 'shell' }) })
    expect(messages.join()).toMatch(/the name of the shell/)
  })
})
