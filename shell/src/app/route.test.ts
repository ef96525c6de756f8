import { findEntryForPath, type Registry, type RegistryEntry, TAB_ICONS } from '@propsight/shared/contracts'
import { isIconName } from '@propsight/shared/ui'
import { describe, expect, it } from 'vitest'
import { makeMinimalEntry } from '../loader/testing/make-entry.ts'
import { listTabs, routeOf } from './route.ts'

const analysis = makeMinimalEntry('analysis', {
  mount: 'tab',
  path: '/',
  title: 'Dashboard',
  order: 1,
  icon: 'bars',
})
const picks = makeMinimalEntry('picks', {
  mount: 'tab',
  path: '/picks',
  title: 'My Picks',
  order: 2,
  icon: 'bookmark',
})
const pitchers = makeMinimalEntry('pitchers', {
  mount: 'page',
  paths: ['/pitchers', '/pitchers-tomorrow'],
  title: 'Pitchers',
  signIn: false,
})
const admin = makeMinimalEntry('admin', {
  mount: 'page',
  paths: ['/adminaccess'],
  title: 'Admin access',
  signIn: false,
})
const registryOf = (...remotes: RegistryEntry[]): Registry => ({ schema: 1, generatedAt: '', remotes })
const registry = registryOf(picks, analysis, pitchers, admin)

describe('routes', () => {
  it.each([
    ['/AdminAccess/', 'admin', true],
    ['/pitchers', 'pitchers', true],
    ['/Pitchers-Tomorrow', 'pitchers', true],
    ['/', 'analysis', false],
    ['/picks/', 'picks', false],
    ['/anything/else', 'analysis', false],
  ])('S1 %s opens %s, without sign-in: %s', (path, name, open) => {
    expect(routeOf(registry, path)).toMatchObject({ kind: 'remote', entry: { name }, open })
  })
  it('S1 a remote with nested routes gets the paths below its own, and no other remote does', () => {
    const notes = makeMinimalEntry('notes', {
      mount: 'tab',
      path: '/notes',
      title: 'Notes',
      order: 5,
      nested: true,
    })
    const nested = registryOf(...registry.remotes, notes)
    for (const path of ['/notes', '/Notes/', '/notes/7/edit'])
      expect(routeOf(nested, path)).toMatchObject({ path: '/notes', entry: { name: 'notes' } })
    for (const path of ['/notesbook', '/picks/7', '/pitchers/7'])
      expect(routeOf(nested, path)).toMatchObject({ entry: { name: 'analysis' } })
  })
  it('S1 the API preloads the remote that the route shows', () => {
    const notes = makeMinimalEntry('notes', {
      mount: 'tab',
      path: '/notes',
      title: 'Notes',
      order: 5,
      nested: true,
    })
    const nested = registryOf(...registry.remotes, notes)
    for (const path of [
      '/',
      '/Notes',
      '/notes/7/',
      '/notesbook',
      '/picks/',
      '/pitchers/7',
      '/scanner',
      '/pricing/',
    ]) {
      const route = routeOf(nested, path)
      expect(findEntryForPath(nested, path)).toBe(route.kind === 'remote' ? route.entry : null)
    }
  })
  it('S1 an undeclared path opens the Dashboard path', () => {
    expect(routeOf(registry, '/anything').path).toBe('/')
  })
  it('the pages of the shell open with and without a registry', () => {
    expect(routeOf(registry, '/scanner').kind).toBe('scanner')
    expect(routeOf(null, '/pricing').kind).toBe('pricing')
    expect(routeOf(null, '/').kind).toBe('nothing')
  })
})

describe('tabs', () => {
  it('S3 are in order: Dashboard, My Picks, AI Odds Scanner, Pricing', () => {
    expect(listTabs(registry).map((tab) => tab.title)).toEqual([
      'Dashboard',
      'My Picks',
      'AI Odds Scanner',
      'Pricing',
    ])
  })
  it('include a new remote that is unknown to the shell', () => {
    const news = makeMinimalEntry('news', {
      mount: 'tab',
      path: '/news',
      title: 'News',
      order: 9,
      icon: 'no-such-icon',
    })
    expect(listTabs(registryOf(analysis, news)).at(-1)).toMatchObject({ path: '/news', icon: 'plug' })
  })
  it('are replaced by a remote that declares a path of the shell', () => {
    const scanner = makeMinimalEntry('scanner', {
      mount: 'tab',
      path: '/scanner',
      title: 'AI Odds Scanner',
      order: 3,
    })
    const own = registryOf(analysis, scanner)
    expect(listTabs(own).filter((tab) => tab.path === '/scanner')).toMatchObject([
      { title: 'AI Odds Scanner', short: 'Scanner' },
    ])
    expect(routeOf(own, '/scanner')).toMatchObject({ kind: 'remote', entry: { name: 'scanner' } })
  })
})

describe('routes of a retired remote', () => {
  const streaks = { mount: 'tab', path: '/streaks', title: 'Streaks', order: 5 } as const
  const retired = [{ name: 'streaks', placement: { ...streaks, nested: true }, redirectTo: '/picks' }]

  it('show that it is gone or lead elsewhere, also below a nested path, and add no tab', () => {
    for (const path of ['/streaks', '/Streaks/week/2'])
      expect(routeOf({ ...registry, retired }, path)).toMatchObject({
        kind: 'retired',
        title: 'Streaks',
        redirectTo: '/picks',
        open: false,
      })
    expect(listTabs({ ...registry, retired }).map(({ path }) => path)).not.toContain('/streaks')
    expect(routeOf({ ...registry, retired }, '/elsewhere')).toMatchObject({ entry: analysis })
  })

  it('give way to another remote with the path', () => {
    const other = makeMinimalEntry('other', streaks)
    expect(routeOf({ ...registryOf(analysis, other), retired }, '/streaks')).toMatchObject({ entry: other })
  })

  it('show that the main tab is gone when it was retired', () => {
    const main = [{ name: 'analysis', placement: analysis.placement, redirectTo: null }]
    expect(routeOf({ ...registryOf(picks), retired: main }, '/')).toMatchObject({ kind: 'retired' })
  })
})

it('F2 every icon that the checks of a release accept exists', () => {
  expect(TAB_ICONS.filter((name) => !isIconName(name))).toEqual([])
})
