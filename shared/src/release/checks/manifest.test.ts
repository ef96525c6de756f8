// @vitest-environment node
import { describe, expect, it } from 'vitest'
import {
  createDeclaration,
  findingsOf,
  live,
  manifest,
  remoteFiles,
  shellFiles,
} from '../testing/release-fixture.ts'

const found = (more: Parameters<typeof manifest>[0], options = {}) =>
  findingsOf('manifest', { files: remoteFiles({ 'mf-manifest.json': manifest(more) }), ...options })
const expose = (path: string, file = 'static/js/async/remote.js') => ({
  path,
  assets: { js: { sync: [file] }, css: { sync: [] } },
})
const keptRelease = (container: string, ...chunks: string[]) => [
  { version: '0.9.0-00000000', globals: { container, chunks } },
]

describe('F1 manifest', () => {
  it.each([
    ['nothing exposed', { exposes: [] }, /nothing is exposed as '\.\/remote'/],
    ['more than ./remote', { exposes: [expose('./remote'), expose('./secret')] }, /'\.\/secret' is exposed/],
    ['a missing chunk', { exposes: [expose('./remote', 'missing.js')] }, /names this file/],
    ['its own remotes', { remotes: [{}] }, /loads other remotes/],
    ['an absolute public path', { metaData: { publicPath: 'https://cdn.example/' } }, /public path is/],
    ['a public path from the root', { metaData: { publicPath: '/' } }, /public path is/],
    ['a computed public path', { metaData: { getPublicPath: 'return 1' } }, /computes its public path/],
    ['a name of the page', { metaData: { globalName: 'document' } }, /the page has a 'document'/],
    ['a name of the language', { metaData: { globalName: 'Promise' } }, /the page has a 'Promise'/],
    ['a name of the runtime', { metaData: { globalName: '__FEDERATION__' } }, /the page has a '__FED/],
    [
      'another container format',
      { metaData: { remoteEntry: { name: 'remote-entry.js', path: 'static/js', type: 'commonjs' } } },
      /library/,
    ],
  ])('is refused with %s', async (_, more, why) => {
    const messages = await found(more)
    expect(messages).toHaveLength(1)
    expect(messages[0]).toMatch(why)
  })
  it.each([
    ['missing', null, /there is no mf-manifest/],
    ['not JSON', '<!doctype html>', /not JSON/],
    ['another document', { hello: 1 }, /not what module federation/],
  ])('is refused when it is %s', async (_, content, why) => {
    const messages = await findingsOf('manifest', { files: remoteFiles({ 'mf-manifest.json': content }) })
    expect(messages.join()).toMatch(why)
  })
  it('is optional when remote.json names the container', async () => {
    const declaration = createDeclaration({ container: { file: 'container.js', global: 'alpha_1' } })
    const files = remoteFiles({ 'mf-manifest.json': null, 'container.js': 'var alpha_1={"./remote":1}' })
    expect(await findingsOf('manifest', { declaration, files })).toEqual([])
    files.delete('container.js')
    expect((await findingsOf('manifest', { declaration, files })).join()).toMatch(
      /names this file as the container/,
    )
  })
  it('accepts a container name with a capital', async () => {
    expect(await found({ metaData: { globalName: 'Alpha' } })).toEqual([])
  })
  it('accepts a relative public path', async () => {
    expect(await found({ metaData: { publicPath: './' } })).toEqual([])
  })
})

describe('F2 global names of a release', () => {
  it('are refused when another remote uses them', async () => {
    expect(await found({}, { others: [live('beta', { globalName: 'alpha_abcdef12' })] })).toMatchObject([
      expect.stringContaining("like that of 'beta'"),
    ])
    expect(await found({}, { others: [live('beta')] })).toEqual([])
    const sharing = live('beta', { chunks: ['chunk_beta_1', 'chunk_alpha_abcdef12'] })
    expect((await found({}, { others: [sharing] })).join()).toMatch(/like those of 'beta'/)
    expect(await found({}, { others: [live('beta', { chunks: ['chunk_beta_1'] })] })).toEqual([])
  })
  it('are refused when an earlier release of the same remote uses them', async () => {
    expect(await found({}, { kept: keptRelease('alpha_00000000', 'chunk_alpha_00000000') })).toEqual([])
    expect((await found({}, { kept: keptRelease('alpha_abcdef12') })).join()).toMatch(/keep the old code/)
    expect((await found({}, { kept: keptRelease('x', 'chunk_alpha_abcdef12') })).join()).toMatch(
      /mix their code/,
    )
  })
  it('are accepted when only the same release uses them', async () => {
    const same = keptRelease('alpha_abcdef12').map((one) => ({ ...one, version: '1.0.0-abcdef12' }))
    expect(await found({}, { kept: same })).toEqual([])
  })
})

describe('F1 shell release', () => {
  it('is refused without preload files', async () => {
    const options = { declaration: null, files: shellFiles() }
    expect(await findingsOf('manifest', options)).toEqual([])
    expect((await findingsOf('manifest', { ...options, preload: [] })).join()).toMatch(/before it paints/)
  })
})
