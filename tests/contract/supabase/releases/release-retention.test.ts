import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPersonas, type Personas } from '../persona-clients.ts'
import { createRemoteCalls } from './remote-releases.ts'

let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())

/** Retires old releases of all remotes. @returns the retired versions of this remote */
const retire = async (name: string, keep = 2): Promise<string[]> => {
  const { data } = await personas.admin.rpc('retire_releases', { p_keep: keep, p_days: 30 })
  const retired = data as { name: string; version: string }[]
  return retired
    .filter((row) => row.name === name)
    .map(({ version }) => version)
    .sort()
}
const OLD = ['published_at', 'last_live_at']

describe('F2 old releases', () => {
  it('are retired when they are both old and not among the newest', async () => {
    const { name, publish, age, expected, rollBack } = createRemoteCalls(personas.admin)
    const versions = ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0']
    for (const version of versions) await publish(version)
    await age('1.0.0', 50, OLD)
    await age('1.1.0', 40, OLD)
    await age('1.2.0', 29, OLD)
    expect(await retire(name, 4)).toEqual(['1.0.0'])
    expect(await retire(name, 4)).toEqual([])
    expect(await retire(name, 2)).toEqual(['1.1.0'])
    expect(await expected()).toEqual(['1.2.0', '1.3.0', '1.4.0'])
    expect((await rollBack('1.0.0')).status).toBe(404)
  })

  it('are kept while they are live, a canary or the fallback', async () => {
    const { name, publish, canary, age } = createRemoteCalls(personas.admin)
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await publish(version)
    await canary('1.3.0')
    for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0']) await age(version, 90, OLD)
    expect(await retire(name, 0)).toEqual(['1.0.0'])
  })

  it('are kept for the retention time after they were last live or a canary', async () => {
    const { name, publish, canary, halt, age } = createRemoteCalls(personas.admin)
    await publish('1.0.0')
    await canary('1.1.0')
    await canary('1.2.0')
    await halt()
    await publish('1.3.0')
    await publish('1.4.0')
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await age(version, 90)
    expect(await retire(name, 0)).toEqual([])
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await age(version, 31, ['last_live_at'])
    expect(await retire(name, 0)).toEqual(['1.0.0', '1.1.0', '1.2.0'])
  })

  it('are kept during a new upload of them, and after they were published again', async () => {
    const { name, publish, age, begin, expected } = createRemoteCalls(personas.admin)
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await publish(version)
    await age('1.0.0', 90, OLD)
    const upload = await begin('1.0.0')
    expect(upload.published).toBe(true)
    expect(await retire(name, 0)).toEqual([])
    await personas.admin.rpc('end_upload', { p_id: upload.id })
    expect(await retire(name, 0)).toEqual(['1.0.0'])
    expect((await begin('1.0.0')).published).toBe(false)
    expect((await publish('1.0.0')).rollout.live).toBe('1.0.0')
    await publish('1.3.0')
    expect(await retire(name, 0)).toEqual([])
    expect(await expected()).toEqual(['1.0.0', '1.1.0', '1.2.0', '1.3.0'])
  })

  it('are retired once by concurrent sweeps while another release goes live', async () => {
    const { name, publish, age, row } = createRemoteCalls(personas.admin)
    const versions = Array.from({ length: 6 }, (_, i) => `1.${i}.0`)
    for (const version of versions) await publish(version)
    for (const version of versions.slice(0, 3)) await age(version, 90, OLD)
    const [first, second, deployed] = await Promise.all([retire(name), retire(name), publish('2.0.0')])
    expect([...(first ?? []), ...(second ?? [])].sort()).toEqual(['1.0.0', '1.1.0', '1.2.0'])
    expect(deployed.rollout.live).toBe('2.0.0')
    expect((await row()).releases.map(({ version }) => version).sort()).toEqual(['1.5.0', '2.0.0'])
  })
})
