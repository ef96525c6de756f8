import { describe, expect, it } from 'vitest'
import { findEntryForPath, type Placement } from './registry.ts'

const entry = (placement: Placement) => ({ placement })
const home = entry({ mount: 'tab', path: '/', title: 'Home', order: 1 })
const page = entry({ mount: 'page', paths: ['/one', '/two'], title: 'Page', signIn: false })
const overlay = entry({ mount: 'overlay', title: 'Overlay' })

describe('S1 findEntryForPath', () => {
  const registry = { remotes: [overlay, page, home] }

  it('matches a path in any case and with a trailing slash, and returns the main tab otherwise', () => {
    for (const path of ['/one', '/TWO/', '/two']) expect(findEntryForPath(registry, path)).toBe(page)
    for (const path of ['/', '', '/elsewhere', '/overlay', '/scanner/x'])
      expect(findEntryForPath(registry, path)).toBe(home)
    expect(findEntryForPath({ remotes: [overlay] }, '/')).toBeNull()
  })

  it('returns null for a screen of the shell, unless a remote has the path', () => {
    for (const path of ['/scanner', '/Pricing/']) expect(findEntryForPath(registry, path)).toBeNull()
    const scanner = entry({ mount: 'tab', path: '/scanner', title: 'Scanner', order: 3 })
    expect(findEntryForPath({ remotes: [home, scanner] }, '/Scanner/')).toBe(scanner)
  })
})
