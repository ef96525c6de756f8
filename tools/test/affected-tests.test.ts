import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../start/start-settings.ts'
import { chooseBase, chooseSpecs, chooseTests, isNightly, READING_TESTS } from './affected-tests.ts'
import { createModuleGraph } from './module-graph.ts'

const graph = createModuleGraph(
  new Map(
    Object.entries({
      'shared/src/domain/index.ts': "export * from './rank.ts'\nexport * from './odds.ts'",
      'shared/src/domain/rank.ts': 'export const rank = 1',
      'shared/src/domain/rank.test.ts': "import { rank } from './rank.ts'",
      'shared/src/domain/odds.ts': 'export const odds = 1',
      'api/src/board.ts': "import { rank } from '@propsight/shared/domain'\nexport const board = rank",
      'api/src/board.test.ts': "import { board } from './board.ts'",
      'api/src/odds.test.ts': "import { odds } from '@propsight/shared/domain'",
      'api/src/board.nightly.test.ts': "import { board } from './board.ts'",
      'tests/support/mailbox.ts': 'export const mailbox = 1',
      'tests/support/session.ts': "import { mailbox } from './mailbox.ts'\nexport const session = mailbox",
      'tests/e2e/main-journey.spec.ts': "import { session } from '../support/session.ts'",
      'tests/e2e/picks-lifecycle.spec.ts': '',
      'tests/e2e/credits.spec.ts': '',
      'tests/e2e/pitchers.spec.ts': '',
      'tests/e2e/weather.spec.ts': '',
    }),
  ),
  new Map([['@propsight/shared/domain', 'shared/src/domain/index.ts']]),
)
const specsFor = (...changed: string[]) =>
  chooseSpecs(changed, graph).map((spec) => spec.replace(/^tests\/e2e\/(.*)\.spec\.ts$/, '$1'))
const journeys = ['credits', 'main-journey', 'picks-lifecycle']

describe('the choice of unit and contract tests', () => {
  it('is by imports, through barrels only for the names that are used, without nightly tests', () => {
    expect(chooseTests(['shared/src/domain/rank.ts'], graph)).toEqual([
      'api/src/board.test.ts',
      'shared/src/domain/rank.test.ts',
    ])
    expect(chooseTests(['api/src/odds.test.ts', 'api/src/removed.ts'], graph)).toEqual([
      'api/src/odds.test.ts',
    ])
  })

  it.each([
    'docs/configuration.md',
    'docs/operations.md',
    'docs/remotes.md',
    'docs/remotes/http.md',
    'docs/requirements.md',
    'docs/security/asvs.md',
    'supabase/README.md',
    'supabase/migrations/20260101_a.sql',
    'supabase/schemas/01_a.sql',
  ])('contains the tests that read %s', (document) => expect(chooseTests([document], graph)).not.toEqual([]))

  it('names only files and folders that exist', () => {
    const paths = READING_TESTS.flatMap(([folder, tests]) => [folder, ...tests])
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  it('knows nightly tests by folder and by name', () => {
    const tests = ['tests/nightly/faults/start.test.ts', 'a/fit.nightly.test.ts', 'api/src/app.test.ts']
    expect(tests.map(isNightly)).toEqual([true, true, false])
  })
})

describe('the choice of browser tests', () => {
  it.each([
    ['a remote', 'remotes/weather/src/remote.ts', [...journeys, 'weather']],
    ['a feature of the shell', 'shell/src/features/pitchers/a.tsx', [...journeys, 'pitchers']],
    ['other product code', 'api/src/board.ts', journeys],
    ['a helper of a spec', 'tests/support/mailbox.ts', ['main-journey']],
    ['a spec', 'tests/e2e/pitchers.spec.ts', ['pitchers']],
    ['the packages', 'pnpm-lock.yaml', [...journeys, 'pitchers', 'weather']],
    ['a unit test', 'api/src/board.test.ts', []],
    ['a document', 'shell/README.md', []],
  ])('for %s', (_, changed, expected) => expect(specsFor(changed)).toEqual(expected))
})

describe('the base of a comparison', () => {
  const among =
    (...revisions: string[]) =>
    (revision: string) =>
      revisions.includes(revision)

  it.each([
    ['feature', ['main', 'origin/main', 'HEAD~1'], 'main'],
    ['HEAD', ['origin/main', 'HEAD~1'], 'origin/main'],
    ['main', ['main', 'origin/main', 'HEAD~1'], 'origin/main'],
    ['main', ['main', 'HEAD~1'], 'HEAD~1'],
    ['main', ['main'], 'HEAD'],
  ])('of %s among %j is %s', (branch, revisions, base) =>
    expect(chooseBase(branch, among(...revisions))).toBe(base),
  )
})
