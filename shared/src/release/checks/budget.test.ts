// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { CHUNK, findingsOf, remoteFiles, shellFiles } from '../testing/release-fixture.ts'
import { BUDGETS } from './budget.ts'

/** A compressor stub: the size of a script is its leading number, in kB. */
const brotli = (bytes: Uint8Array) => (Number.parseInt(new TextDecoder().decode(bytes), 10) || 0) * 1_000
const remote = (opened: number, ...later: number[]) => {
  const onDemand = later.map((weight, at) => [`${at}.js`, `${weight}`])
  const files = remoteFiles({ [CHUNK]: `${opened}`, ...Object.fromEntries(onDemand) })
  return findingsOf('budget', { brotli, files })
}
const shell = (first: number, later: number) =>
  findingsOf('budget', {
    declaration: null,
    brotli,
    files: shellFiles(undefined, { 'static/js/index.js': `${first}`, 'later.js': `${later}` }),
  })

describe('F1 budgets', () => {
  it('are the ones of the product', () => {
    expect(BUDGETS).toEqual({ firstPaint: 150_000, shell: 230_000, remote: 25_000, remoteInAll: 90_000 })
  })
  it('limit the scripts that open a remote, and all of its scripts together', async () => {
    expect(await remote(25, 40, 25)).toEqual([])
    expect((await remote(26)).join()).toMatch(/that opens it weighs 26\.0 kB in brotli, 25\.0 are allowed/)
    expect((await remote(25, 60, 6)).join()).toMatch(
      /JavaScript weighs 91\.0 kB in brotli, 90\.0 are allowed; the heaviest file is 0\.js/,
    )
  })
  it('recommend the shared federation runtime to a remote with its own', async () => {
    const files = remoteFiles({ [CHUNK]: '26;typeof FEDERATION_ALLOW_NEW_FUNCTION' })
    expect((await findingsOf('budget', { files, brotli })).join()).toMatch(/set experiments\.externalRuntime/)
    expect((await remote(26)).join()).not.toMatch(/externalRuntime/)
  })
  it('limit the scripts before first paint of the shell, and all of its scripts', async () => {
    expect(await shell(150, 80)).toEqual([])
    expect((await shell(151, 0)).join()).toMatch(/before first paint weighs 151\.0/)
    expect((await shell(150, 81)).join()).toMatch(/JavaScript weighs 231\.0/)
  })
  it('skip compression above a size limit', async () => {
    const files = remoteFiles({ 'a.js': ' '.repeat(8_000_001) })
    const never = () => Promise.reject(new Error('compressed'))
    expect((await findingsOf('budget', { files, brotli: never })).join()).toMatch(/are checked/)
  })
})
