import { describe, expect, it } from 'vitest'
import { absoluteBase, findAsset, registerRelease, releaseNamedIn } from './release-records.ts'
import { makeEntry } from './testing/make-entry.ts'

it('releaseNamedIn returns the release whose file a stack names first', () => {
  registerRelease(makeEntry('first'), 0)
  registerRelease(makeEntry('second'), 0)
  const frame = (name: string) => `    at f (${absoluteBase(makeEntry(name))}static/js/x.js:1:2)`
  expect(releaseNamedIn(`Error: no\n${frame('second')}\n${frame('first')}`)).toBe('second@1.0.0-abcdef12')
  expect(releaseNamedIn('Error: no\n    at https://elsewhere.example/x.js:1:2')).toBeNull()
})

describe('F4 the hash of a file', () => {
  const entry = makeEntry('gamma')
  const base = absoluteBase(entry)
  it('is the one of its release, with a fresh URL after a failure', () => {
    registerRelease(entry, 0)
    const file = 'static/js/remote-entry.js'
    expect(findAsset(base + file)).toEqual({
      url: base + file,
      integrity: entry.integrity[file],
      release: 'gamma@1.0.0-abcdef12',
    })
    registerRelease(entry, 2)
    expect(findAsset(`${base + file}?r=1`)).toEqual({
      url: `${base + file}?r=2`,
      integrity: entry.integrity[file],
      release: 'gamma@1.0.0-abcdef12',
    })
    expect(findAsset(`${base + file}#fragment`)?.integrity).toBe(entry.integrity[file])
  })
  it('matches nothing for a file that the release does not list', () => {
    expect(findAsset(`${base}static/js/planted.js`)?.integrity).toMatch(/^sha384-A{64}$/)
  })
  it('is absent for a developer’s remote without hashes, and for other URLs', () => {
    const dev = { ...makeEntry('delta'), integrity: {}, base: 'http://127.0.0.1:4999/' }
    registerRelease(dev, 0)
    expect(findAsset('http://127.0.0.1:4999/static/js/x.js')?.integrity).toBeUndefined()
    expect(findAsset('http://127.0.0.1:5000/static/js/x.js')).toBeUndefined()
  })
  it.each(['/bundles/eta/1.0.0/', 'https://bundles.example/eta/1.0.0/'])(
    'matches nothing for a release without hashes at %s',
    (place) => {
      const bare = { ...makeEntry('eta'), integrity: {}, base: place }
      registerRelease(bare, 0)
      expect(findAsset(`${absoluteBase(bare)}static/js/x.js`)?.integrity).toMatch(/^sha384-A{64}$/)
    },
  )
})
