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
    expect(BUDGETS).toEqual({
      firstPaint: 175_000,
      shell: 260_000,
      charts: 150_000,
      remote: 30_000,
      remoteInAll: 100_000,
    })
  })
  it('limit the scripts that open a remote, and all of its scripts together', async () => {
    expect(await remote(30, 40, 30)).toEqual([])
    expect((await remote(31)).join()).toMatch(/that opens it weighs 31\.0 kB in brotli, 30\.0 are allowed/)
    expect((await remote(30, 60, 11)).join()).toMatch(
      /JavaScript weighs 101\.0 kB in brotli, 100\.0 are allowed; the heaviest file is 0\.js/,
    )
  })
  it('recommend the shared federation runtime to a remote with its own', async () => {
    const files = remoteFiles({ [CHUNK]: '31;typeof FEDERATION_ALLOW_NEW_FUNCTION' })
    expect((await findingsOf('budget', { files, brotli })).join()).toMatch(/set experiments\.externalRuntime/)
    expect((await remote(31)).join()).not.toMatch(/externalRuntime/)
  })
  it('limit the scripts before first paint of the shell, and all of its scripts', async () => {
    expect(await shell(175, 85)).toEqual([])
    expect((await shell(176, 0)).join()).toMatch(/before first paint weighs 176\.0/)
    expect((await shell(175, 86)).join()).toMatch(/JavaScript weighs 261\.0/)
  })
  it('limit the charts of the shell apart from its other scripts, and of a remote together with them', async () => {
    const charts = (weight: number) => ({ 'static/js/async/charts.0a1b2c3d.js': `${weight}` })
    const withCharts = (weight: number) =>
      findingsOf('budget', {
        declaration: null,
        brotli,
        files: shellFiles(undefined, { 'static/js/index.js': '175', 'later.js': '85', ...charts(weight) }),
      })
    expect(await withCharts(150)).toEqual([])
    expect((await withCharts(151)).join()).toMatch(/JavaScript of the charts weighs 151\.0 kB/)
    const files = remoteFiles({ [CHUNK]: '30', ...charts(71) })
    expect((await findingsOf('budget', { brotli, files })).join()).toMatch(/JavaScript weighs 101\.0/)
  })
  it('skip compression above a size limit', async () => {
    const files = remoteFiles({ 'a.js': ' '.repeat(8_000_001) })
    const never = () => Promise.reject(new Error('compressed'))
    expect((await findingsOf('budget', { files, brotli: never })).join()).toMatch(/are checked/)
  })
})
