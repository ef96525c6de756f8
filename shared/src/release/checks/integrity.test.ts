// @vitest-environment node
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are code to check
import { describe, expect, it } from 'vitest'
import { checkRelease } from '../check-release.ts'
import {
  createDeclaration,
  examineFixture,
  findingsInScript,
  HOST,
  remoteFiles,
} from '../testing/release-fixture.ts'

async function found(change: (files: Map<string, Uint8Array>) => void) {
  const { release } = await examineFixture()
  if (!release) throw new Error('the fixture has no release')
  const files = remoteFiles()
  change(files)
  const brotli = () => 1
  const input = { declaration: createDeclaration(), release, files, host: HOST, others: [], kept: [], brotli }
  const { findings } = await checkRelease(input)
  return findings.filter(({ check }) => check === 'integrity')
}

describe('F1 hashes of a release', () => {
  it('match the files it was derived from', async () => {
    expect(await found(() => {})).toEqual([])
  })
  it('are refused for a modified file', async () => {
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
  it('are refused for a script they do not list', async () => {
    expect(await found((files) => files.set('more.js', new Uint8Array()))).toMatchObject([
      { file: 'more.js', message: expect.stringContaining('does not list') },
    ])
  })
  it('are refused when a listed file is missing', async () => {
    const missing = await found((files) => files.delete('static/css/async/remote.css'))
    expect(missing).toMatchObject([
      { file: 'static/css/async/remote.css', message: expect.stringContaining('is missing') },
    ])
  })
})

describe('F1 ES modules', () => {
  it.each(['import("./a.js")', 'import "./a.js"', 'export * from "./a.js"', 'import(`./${name}.js`)'])(
    'may not be loaded by %s, because their hash is not checked',
    async (script) => {
      expect((await findingsInScript('integrity', script)).join()).toMatch(
        /as a module, whose hash is not checked/,
      )
    },
  )
  it.each(['import(address)', 'export const a = 1', 'export { a }; const a = 1'])(
    'are not reported for %s',
    async (script) => {
      expect(await findingsInScript('integrity', script)).toEqual([])
    },
  )
})
