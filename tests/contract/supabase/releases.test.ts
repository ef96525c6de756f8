import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPersonas, type Personas } from './personas.ts'

let people: Personas
beforeAll(async () => {
  people = await openPersonas()
})
afterAll(() => people?.close())

const name = `suite-${randomUUID().slice(0, 8)}`
const release = (version: string, more: object = {}) => ({
  name,
  version,
  contract: '1.0',
  placement: { mount: 'tab', path: '/suite', title: 'Suite', order: 9 },
  entry: 'mf-manifest.json',
  integrity: { 'mf-manifest.json': `sha384-${'A'.repeat(64)}` },
  preload: ['entry.js'],
  size: 12_345,
  ...more,
})
const publish = (document: object) => people.admin.rpc('publish_release', { p_release: document })
const live = async () =>
  ((await people.admin.rpc('live_releases')).data as { name: string }[]).filter((row) => row.name === name)

describe('releases', () => {
  it('go live one at a time, and back', async () => {
    expect((await publish(release('1.0.0'))).error).toBeNull()
    expect(await live()).toEqual([release('1.0.0')])
    expect((await publish(release('1.1.0', { placement: null }))).error).toBeNull()
    expect(await live()).toEqual([release('1.1.0', { placement: null })])
    expect((await publish(release('1.0.0'))).error).toBeNull()
    expect(await live()).toEqual([release('1.0.0')])
  })

  it('never change once they are there', async () => {
    const { error, status } = await publish(release('1.0.0', { size: 1 }))
    expect(status).toBe(409)
    expect(error?.message).toContain('with other content')
    expect(await live()).toEqual([release('1.0.0')])
  })

  it('leave exactly one live when many are published at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => publish(release(`2.${i}.0`))))
    expect(answers.map(({ error }) => error)).toEqual(Array(10).fill(null))
    expect(await live()).toHaveLength(1)
  })

  it.each([
    ['a name with a slash', { name: 'a/b' }],
    ['a version that is none', { version: 'latest' }],
    ['no entry', { entry: null }],
  ])('are refused with %s', async (_, change) => {
    const { status } = await publish(release('3.0.0', change))
    expect(status).toBe(400)
  })
})
