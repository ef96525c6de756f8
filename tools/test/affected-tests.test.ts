import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../start/start-settings.ts'
import {
  chooseBase,
  chooseReadingTests,
  chooseSpecs,
  isNightly,
  READING_TESTS,
  reasonOfVitest,
  SPECS_BY_FOLDER,
} from './affected-tests.ts'

const specFiles = readdirSync(join(ROOT, 'tests/e2e')).filter((name) => name.endsWith('.spec.ts'))
/** The specs of this repository, without their imports. */
const specs = new Map(specFiles.map((name) => [`tests/e2e/${name}`, '']))
const namesFor = (...changed: string[]) =>
  chooseSpecs(changed, specs).map(({ test }) => /([^/]+)\.spec\.ts$/.exec(test)?.[1])

describe('the choice of browser tests', () => {
  it('selects the specs that begin with the name of a changed remote, and the main journey', () => {
    expect(namesFor('remotes/weather/src/remote.ts')).toEqual(['main-journey', 'weather'])
    expect(namesFor('remotes/picks/src/state/rows.ts')).toEqual([
      'main-journey',
      ...specFiles.map((name) => name.replace('.spec.ts', '')).filter((name) => name.startsWith('picks')),
    ])
  })

  it('selects the specs of a changed shell feature, and those of the frame for the rest of the shell', () => {
    expect(namesFor('shell/src/features/notifications/list.tsx')).toEqual(['main-journey', 'notifications'])
    expect(namesFor('shell/src/app/frame.tsx')).toEqual([
      'account-switching',
      'federation-second-origin',
      'header',
      'main-journey',
    ])
  })

  it.each([
    'api/src/routes/board.ts',
    'supabase/migrations/1_a.sql',
    'shared/src/domain/lines/rank.ts',
    'league/src/a.ts',
  ])('selects the main journey, the lifecycle of a pick and the credits for %s', (file) =>
    expect(namesFor(file)).toEqual(['credits', 'main-journey', 'picks-lifecycle']),
  )

  it('selects every spec when the packages or the configuration of the browser tests change', () => {
    expect(namesFor('pnpm-lock.yaml')).toHaveLength(specs.size)
    expect(namesFor('tests/playwright.config.ts')).toHaveLength(specs.size)
  })

  it('selects no spec for tests, their helpers, documents and tasks', () => {
    const files = [
      'api/src/app.test.ts',
      'api/src/testing/fake-deps.ts',
      'shell/README.md',
      'tools/tasks/product/dev.ts',
    ]
    expect(namesFor(...files)).toEqual([])
  })

  it('selects a changed spec, and every spec that imports a changed helper indirectly', () => {
    const sources = new Map([
      ['tests/e2e/header.spec.ts', "import { signIn } from '../support/accounts/session.ts'"],
      ['tests/e2e/legal-texts.spec.ts', "const looks = await import('../support/appearances.ts')"],
      ['tests/e2e/pricing.spec.ts', "import { mailbox } from '@propsight/mailbox.ts'"],
      [
        'tests/support/accounts/session.ts',
        "import { mailbox } from './mailbox.ts'\nexport { signIn } from '../pages/sign-in-page.ts'",
      ],
      ['tests/support/appearances.ts', "import './accounts/mailbox.ts'"],
      ['tests/support/accounts/mailbox.ts', "export type { Page } from './session.ts'"],
    ])
    expect(chooseSpecs(['tests/e2e/pricing.spec.ts'], sources)).toEqual([
      { test: 'tests/e2e/pricing.spec.ts', because: 'the file itself' },
    ])
    expect(
      chooseSpecs(['tests/support/accounts/mailbox.ts', 'tests/support/appearances.ts'], sources),
    ).toEqual([
      { test: 'tests/e2e/header.spec.ts', because: 'tests/support/accounts/mailbox.ts' },
      { test: 'tests/e2e/legal-texts.spec.ts', because: 'tests/support/accounts/mailbox.ts and 1 more' },
    ])
    expect(chooseSpecs(['tests/support/pages/sign-in-page.ts'], sources).map(({ test }) => test)).toEqual([
      'tests/e2e/header.spec.ts',
      'tests/e2e/legal-texts.spec.ts',
    ])
  })

  it('names only folders and specs that exist', () => {
    const unknown = SPECS_BY_FOLDER.flatMap(([folder, names]) => [
      ...(existsSync(join(ROOT, folder)) ? [] : [folder]),
      ...names.filter((name) => {
        const begin = `tests/e2e/${name.replace(/\*$/, '')}`
        return ![...specs.keys()].some((spec) =>
          name.endsWith('*') ? spec.startsWith(begin) : spec === `${begin}.spec.ts`,
        )
      }),
    ])
    expect(unknown).toEqual([])
  })
})

describe('the choice of unit and contract tests beyond imports', () => {
  it('selects the tests that read a changed migration or schema file', () => {
    const migration = 'supabase/migrations/20260101_a.sql'
    expect(chooseReadingTests([migration])).toEqual([
      { test: 'supabase/src', because: migration },
      { test: 'tests/contract/supabase', because: migration },
    ])
    const schema = 'supabase/schemas/01_a.sql'
    expect(chooseReadingTests([schema])).toEqual([
      { test: 'shell/src/features/legal', because: schema },
      { test: 'tests/contract/supabase/database', because: schema },
    ])
  })

  it('selects nothing for a changed test', () => {
    expect(chooseReadingTests(['tools/remote/main.test.ts'])).toEqual([])
  })

  it('names only files and folders that exist', () => {
    const paths = READING_TESTS.flatMap(([folder, tests]) => [folder, ...tests])
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  it.each([
    'docs/configuration.md',
    'docs/operations.md',
    'docs/remotes.md',
    'docs/remotes/http.md',
    'docs/requirements.md',
    'docs/security/asvs.md',
    'supabase/README.md',
  ])('selects the tests that read %s', (document) => {
    expect(chooseReadingTests([document])).not.toEqual([])
  })

  it('names the file for which vitest runs every test', () => {
    expect(reasonOfVitest(['api/src/app.ts', 'league/package.json'])).toBe(
      'league/package.json concerns every test',
    )
    expect(reasonOfVitest(['api/src/app.ts'])).toBe('imports a changed file')
  })

  it('excludes the nightly tests', () => {
    const tests = [
      'tests/nightly/faults/kill-saves.test.ts',
      'tools/backtest/src/fit/fit.nightly.test.ts',
      'api/src/app.test.ts',
    ]
    expect(tests.map(isNightly)).toEqual([true, true, false])
  })
})

describe('the base of a comparison', () => {
  const among =
    (...revisions: string[]) =>
    (revision: string) =>
      revisions.includes(revision)

  it('is main on a branch, or origin/main without a local main', () => {
    expect(chooseBase('feature', among('main', 'origin/main', 'HEAD~1'))).toBe('main')
    expect(chooseBase('HEAD', among('origin/main', 'HEAD~1'))).toBe('origin/main')
  })

  it('on main is origin/main, without a remote the previous commit, and at the first commit HEAD', () => {
    expect(chooseBase('main', among('main', 'origin/main', 'HEAD~1'))).toBe('origin/main')
    expect(chooseBase('main', among('main', 'HEAD~1'))).toBe('HEAD~1')
    expect(chooseBase('main', among('main'))).toBe('HEAD')
  })
})
