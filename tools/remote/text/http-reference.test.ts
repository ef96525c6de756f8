import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkIdSchema } from '@propsight/shared/contracts'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../federation/apps.ts'
import { documentedCalls, renderHttpReference } from '../testing/http-reference.ts'

/** The routes that the sources of the API define. */
const routesIn = (file: string): string[] =>
  [
    ...readFileSync(join(ROOT, 'api/src/routes', file), 'utf8').matchAll(
      /\.(get|post|put|delete)\(\s*'([^']+)'/g,
    ),
  ].map(([, method = '', path = '']) => `${method.toUpperCase()} ${path}`)

describe('F2 the reference of the HTTP protocol', () => {
  it('is the current one of the schemas', async () => {
    await expect(renderHttpReference()).toMatchFileSnapshot(join(ROOT, 'docs/remotes/http.md'))
  })

  it('contains every route of releases and remotes', () => {
    const routes = ['releases.ts', 'remotes.ts', 'remote-settings.ts'].flatMap(routesIn)
    expect(routes.length).toBeGreaterThan(10)
    expect(documentedCalls()).toEqual(expect.arrayContaining(routes))
  })
})

/** The tests of a check, below `shared/src/release`: those of its module, but for the check of a whole release. */
const testsOf = (check: string): string =>
  check === 'load' ? 'breaking-releases.test.ts' : `checks/${check}.test.ts`

describe('F1 the table of checks in docs/remotes/contract.md', () => {
  it('lists each check of a release, and each has tests', () => {
    const text = readFileSync(join(ROOT, 'docs/remotes/contract.md'), 'utf8')
    const table = text.slice(text.indexOf('| check | rejects | fix |'), text.indexOf('Read the warnings'))
    const documented = [...table.matchAll(/^\| `([a-z]+)` \|/gm)].map(([, id]) => id)
    expect(documented).toEqual(checkIdSchema.options)
    const untested = documented.filter(
      (id) => !existsSync(join(ROOT, 'shared/src/release', testsOf(id ?? ''))),
    )
    expect(untested).toEqual([])
  })
})
