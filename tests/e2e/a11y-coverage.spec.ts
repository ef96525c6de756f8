import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { PRICING_PATH, registrySchema, SCANNER_PATH } from '@propsight/shared/contracts'
import { expect, productUrl, test } from '../support/fixtures.ts'
import { SCREENS } from '../support/screens/all-screens.ts'
import { AXE_COVERAGE, type AxeCoverage, LAYER_COVERAGE } from '../support/screens/axe-coverage.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Uses of components that draw a layer, an empty state, an error state or a banner. */
const DRAWS = /<(Dialog|ConfirmDialog|Modal|Menu|EmptyState|ErrorState|Banner)\b/

/** Names of missing screens, and names of specs that are missing or check no screen. */
const findUnknownNames = ({ screens = [], specs = [] }: AxeCoverage): string[] => [
  ...screens.filter((name) => !SCREENS.some((screen) => screen.name === name)),
  ...specs.filter((name) => {
    const file = `tests/e2e/${name}.spec.ts`
    return !existsSync(join(ROOT, file)) || !/\b(expectAccessible|expectAccessibleLayout)\(/.test(read(file))
  }),
]

test('every component that draws a dialog, an empty state or an error state is covered by a screen or a spec', () => {
  const drawing = globSync(['shell/src/**/*.tsx', 'remotes/*/src/**/*.tsx'], { cwd: ROOT })
    .filter((path) => !path.endsWith('.test.tsx') && DRAWS.test(read(path)))
    .toSorted()
  expect(drawing.filter((path) => !AXE_COVERAGE[path])).toEqual([])
  expect(Object.keys(AXE_COVERAGE).filter((path) => !drawing.includes(path))).toEqual([])
  expect(Object.values(AXE_COVERAGE).flatMap(findUnknownNames)).toEqual([])
})

test('every layer of the shell is covered by a screen or a spec', () => {
  const kinds = [...read('shell/src/state/layer.ts').matchAll(/kind: '(\w+)'/g)].map(([, kind]) => kind)
  expect(kinds.length).toBeGreaterThan(5)
  expect(kinds.toSorted()).toEqual(Object.keys(LAYER_COVERAGE).toSorted())
  expect(Object.values(LAYER_COVERAGE).flatMap(findUnknownNames)).toEqual([])
})

test('every path of the registry and of the shell has a screen', async ({ request }) => {
  const { remotes } = registrySchema.parse(await (await request.get(`${productUrl()}/api/remotes`)).json())
  const paths = remotes.flatMap(({ placement }) => {
    if (placement.mount === 'tab') return [placement.path]
    return placement.mount === 'page' ? placement.paths.slice(0, 1) : []
  })
  const missing = [...paths, SCANNER_PATH, PRICING_PATH].filter(
    (path) => !SCREENS.some((screen) => screen.path === path),
  )
  expect(paths.length).toBeGreaterThan(3)
  expect(missing).toEqual([])
})
