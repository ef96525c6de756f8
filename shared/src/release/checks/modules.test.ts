// @vitest-environment node
import { describe, expect, it } from 'vitest'
import type { CheckId } from '../../contracts/releases/rollout.ts'
import {
  CHUNK,
  createDeclaration,
  findingsOf,
  HOST,
  manifest,
  remoteFiles,
} from '../testing/release-fixture.ts'

const CONTAINER = 'static/js/remote-entry.js'
const VALID = `
  const init = (scope) => scope
  const get = async () => import('./async/remote.js')
  export { get, init }`

const found = (
  container: string,
  { chunk = 'export default {}', contract = '1.3' } = {},
  check: CheckId = 'manifest',
) =>
  findingsOf(check, {
    host: { ...HOST, contract: '1.3' },
    declaration: createDeclaration({ contract }),
    files: remoteFiles({
      'mf-manifest.json': manifest({
        metaData: { remoteEntry: { name: 'remote-entry.js', path: 'static/js', type: 'module' } },
      }),
      [CONTAINER]: container,
      [CHUNK]: chunk,
    }),
  })

describe('F1 a container that is an ES module', () => {
  it('is accepted with init and get, and imports of files that exist', async () => {
    expect(await found(VALID)).toEqual([])
    expect(
      await found(VALID, { chunk: "import { get } from '../remote-entry.js'; export default get" }),
    ).toEqual([])
    expect(await found('export function init() {} export const get = () => {}')).toEqual([])
  })

  it('may import its files, which the shell verifies first', async () => {
    expect(
      await found(
        VALID,
        { chunk: "import { get } from '../remote-entry.js'; export default get" },
        'integrity',
      ),
    ).toEqual([])
  })

  it.each<[string, string, Parameters<typeof found>[1], RegExp]>([
    ['without init', 'export const get = () => {}', {}, /does not export 'init'/],
    ['without get', 'export const init = () => {}', {}, /does not export 'get'/],
    ['with a default export only', 'export default { init() {}, get() {} }', {}, /does not export/],
    ['that imports a package by name', `import 'react';${VALID}`, {}, /imports 'react' by name/],
    ['whose chunk imports a package by name', VALID, { chunk: "export * from 'jotai'" }, /imports 'jotai'/],
    ['whose lazy chunk is missing', `${VALID};import('./async/lazy.js')`, {}, /imports '.\/async\/lazy.js'/],
    ['whose static import is missing', VALID, { chunk: "import './gone.js'" }, /imports '.\/gone.js'/],
    ['for an older contract', VALID, { contract: '1.2' }, /since contract 1\.3/],
  ])('is refused %s', async (_, container, options, why) => {
    expect((await found(container, options)).join('\n')).toMatch(why)
  })
})
