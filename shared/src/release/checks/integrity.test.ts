// @vitest-environment node
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are the code that is checked
import { describe, expect, it } from 'vitest'
import { checkRelease } from '../check-release.ts'
import { declared, examined, foundInScript, HOST, remoteFiles } from '../testing/made-up.ts'

async function found(change: (files: Map<string, Uint8Array>) => void) {
  const { release } = await examined()
  if (!release) throw new Error('the made-up remote makes no release')
  const files = remoteFiles()
  change(files)
  const brotli = () => 1
  const input = { declaration: declared(), release, files, host: HOST, others: [], kept: [], brotli }
  const { findings } = await checkRelease(input)
  return findings.filter(({ check }) => check === 'integrity')
}

describe('F1 what a release promises', () => {
  it('holds for the files that it was made of', async () => {
    expect(await found(() => {})).toEqual([])
  })
  it('does not hold for a file that was changed', async () => {
    expect(await found((files) => files.set('static/js/remote-entry.js', new Uint8Array([1])))).toMatchObject(
      [
        {
          level: 'error',
          file: 'static/js/remote-entry.js',
          message: expect.stringContaining('is not the file'),
        },
      ],
    )
  })
  it('does not hold for a script that it does not list', async () => {
    expect(await found((files) => files.set('more.js', new Uint8Array()))).toMatchObject([
      { file: 'more.js', message: expect.stringContaining('does not list') },
    ])
  })
  it('does not hold without a file that it lists', async () => {
    const missing = await found((files) => files.delete('static/css/async/remote.css'))
    expect(missing).toMatchObject([
      { file: 'static/css/async/remote.css', message: expect.stringContaining('not there') },
    ])
  })
})

describe('F1 modules', () => {
  it.each(['import("./a.js")', 'import "./a.js"', 'export * from "./a.js"', 'import(`./${name}.js`)'])(
    'are not loaded by %s, since nobody checks their hash',
    async (script) => {
      expect((await foundInScript('integrity', script)).join()).toMatch(
        /as a module, whose hash nobody checks/,
      )
    },
  )
  it.each(['import(address)', 'export const a = 1', 'export { a }; const a = 1'])(
    'may be meant by %s',
    async (script) => {
      expect(await foundInScript('integrity', script)).toEqual([])
    },
  )
})
