// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { BUDGETS } from '../budgets.ts'
import { CHUNK, foundBy, remoteFiles, shellFiles } from '../testing/made-up.ts'

/** Weighs a script by the number that it begins with, in kB. */
const brotli = (bytes: Uint8Array) => (Number.parseInt(new TextDecoder().decode(bytes), 10) || 0) * 1_000
const remote = (opened: number, ...later: number[]) => {
  const onDemand = later.map((weight, at) => [`${at}.js`, `${weight}`])
  const files = remoteFiles({ [CHUNK]: `${opened}`, ...Object.fromEntries(onDemand) })
  return foundBy('budget', { brotli, files })
}
const shell = (first: number, later: number) =>
  foundBy('budget', {
    declaration: null,
    brotli,
    files: shellFiles(undefined, { 'static/js/index.js': `${first}`, 'later.js': `${later}` }),
  })

describe('F1 budgets', () => {
  it('are the product’s', () => {
    expect(BUDGETS).toEqual({ firstPaint: 150_000, shell: 230_000, remote: 25_000, remoteInAll: 90_000 })
  })
  it('hold for what opens a remote, and for all of its scripts together', async () => {
    expect(await remote(25, 40, 25)).toEqual([])
    expect((await remote(26)).join()).toMatch(/that opens it weighs 26\.0 kB in brotli, 25\.0 are allowed/)
    expect((await remote(25, 60, 6)).join()).toMatch(
      /JavaScript weighs 91\.0 kB in brotli, 90\.0 are allowed; the heaviest file is 0\.js/,
    )
  })
  it('are easier to keep without a federation runtime of one’s own', async () => {
    const files = remoteFiles({ [CHUNK]: '26;typeof FEDERATION_ALLOW_NEW_FUNCTION' })
    expect((await foundBy('budget', { files, brotli })).join()).toMatch(/set experiments\.externalRuntime/)
    expect((await remote(26)).join()).not.toMatch(/externalRuntime/)
  })
  it('hold for the first paint of the shell, and for all of it', async () => {
    expect(await shell(150, 80)).toEqual([])
    expect((await shell(151, 0)).join()).toMatch(/before first paint weighs 151\.0/)
    expect((await shell(150, 81)).join()).toMatch(/JavaScript weighs 231\.0/)
  })
  it('do not look at more than can be weighed', async () => {
    const files = remoteFiles({ 'a.js': ' '.repeat(8_000_001) })
    const never = () => Promise.reject(new Error('weighed'))
    expect((await foundBy('budget', { files, brotli: never })).join()).toMatch(/are looked at/)
  })
})
