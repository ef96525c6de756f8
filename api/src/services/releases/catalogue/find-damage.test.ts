import { createHash } from 'node:crypto'
import type { Release } from '@propsight/shared/contracts'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import type { VisibleRollout } from '../../../repositories/releases.ts'
import { analysisRelease, pitchersRelease, rolloutOf } from '../../../testing/releases.ts'
import { anonymous } from './audience.ts'
import { createReleaseCatalogue } from './catalogue.ts'
import { createDamageFinder, type DamagedRelease } from './load-catalogue.ts'

const FILE = 'static/js/a.js'
const hashOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`
const versionOf = (release: Release, version: string): Release => ({
  ...release,
  version,
  integrity: { [FILE]: hashOf(`${release.name} ${version}`), 'static/js/b.js': hashOf('b') },
})

/** A store that has the files of every release, except for changes: null removes a file. */
function storeWith(changes: Record<string, string | null | Error>) {
  const reads: string[] = []
  return {
    reads,
    files: async () => [FILE, 'static/js/b.js'],
    read: async ({ name, version }: { name: string; version: string }, file: string) => {
      const path = `${name}/${version}/${file}`
      reads.push(path)
      const change = changes[path]
      if (change instanceof Error) throw change
      if (change === null) throw Object.assign(new Error(`open '${path}'`), { code: 'ENOENT' })
      return Buffer.from(change ?? (file === FILE ? `${name} ${version}` : 'b'))
    },
  }
}

async function serve(rollouts: VisibleRollout[], changes: Record<string, string | null | Error>) {
  const events: DamagedRelease[] = []
  const store = storeWith(changes)
  const catalogue = createReleaseCatalogue({
    repository: { rollouts: async () => ({ rollouts, unreadable: 0 }) },
    bundles: { read: async () => new Uint8Array() },
    bundleOrigin: undefined,
    findDamagedFile: createDamageFinder(store),
    onDamage: (damage) => void events.push(damage),
    log: pino({ level: 'silent' }),
  })
  const read = async () => {
    const { damaged, forVisitor } = await catalogue.read()
    const { registry } = forVisitor(anonymous('5a0c9f0e-58a3-4e3f-9c5f-0d5ce1bb0b0f'))
    const served = registry.remotes.map(({ name, version, fallback }) => [name, version, fallback?.version])
    return { damaged, served }
  }
  const first = await read()
  catalogue.invalidate()
  const second = await read()
  catalogue.close()
  expect(second).toEqual(first)
  return { ...first, events, reads: store.reads }
}

describe('a release with damaged files', () => {
  const previous = versionOf(analysisRelease, '0.0.9-p')
  const live = versionOf(analysisRelease, '0.1.0-l')
  const canary = versionOf(analysisRelease, '0.2.0-c')
  const other = versionOf(pitchersRelease, '1.0.0-o')
  const analysis = rolloutOf([live, previous, canary], {
    previous: '0.0.9-p',
    canary: { version: '0.2.0-c', percent: 0 },
  })
  const trial = { ...analysis, canary: { version: '0.2.0-c', percent: 100 } }
  const rollouts = [analysis, rolloutOf([other])]
  const OTHER = ['pitchers', '1.0.0-o', undefined]

  it.each<[string, VisibleRollout, Record<string, string | null>, (string | undefined)[] | null]>([
    ['live, modified', analysis, { [`analysis/0.1.0-l/${FILE}`]: 'x' }, ['analysis', '0.0.9-p', undefined]],
    ['live, emptied', analysis, { [`analysis/0.1.0-l/${FILE}`]: '' }, ['analysis', '0.0.9-p', undefined]],
    ['live, missing', analysis, { [`analysis/0.1.0-l/${FILE}`]: null }, ['analysis', '0.0.9-p', undefined]],
    ['previous', analysis, { [`analysis/0.0.9-p/${FILE}`]: null }, ['analysis', '0.1.0-l', undefined]],
    ['canary', trial, { [`analysis/0.2.0-c/${FILE}`]: 'x' }, ['analysis', '0.1.0-l', '0.0.9-p']],
    [
      'live and previous',
      analysis,
      { [`analysis/0.1.0-l/${FILE}`]: 'x', [`analysis/0.0.9-p/${FILE}`]: null },
      null,
    ],
  ])(
    'is not served, its other releases and the other remotes are (%s)',
    async (_, rollout, changes, entry) => {
      const { served, damaged, events } = await serve([rollout, rolloutOf([other])], changes)
      expect(served).toEqual([...(entry ? [entry] : []), OTHER])
      expect(damaged.map(({ file }) => file)).toEqual(Object.keys(changes).map(() => FILE))
      // Reported once, however often the catalogue is read.
      expect(events).toEqual(damaged)
    },
  )

  it('is recognized by each of its files, and whole releases are read once', async () => {
    const { damaged, reads } = await serve(rollouts, { 'analysis/0.1.0-l/static/js/b.js': null })
    expect(damaged).toEqual([{ name: 'analysis', version: '0.1.0-l', file: 'static/js/b.js' }])
    expect(new Set(reads).size).toBe(reads.length)
  })

  it('is not assumed while the store does not answer', async () => {
    const { served, damaged } = await serve(rollouts, { [`analysis/0.1.0-l/${FILE}`]: new Error('timeout') })
    expect(damaged).toEqual([])
    expect(served).toEqual([['analysis', '0.1.0-l', '0.0.9-p'], OTHER])
  })
})
