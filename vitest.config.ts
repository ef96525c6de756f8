import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import type { InlineConfig } from 'vitest/node'
import { FAST_HASHES } from './tests/support/fast-hashes.ts'

/**
 * Files of a project with `isolate: false` share a worker and its module cache: importing the same graph again for
 * each file took longer than the tests. Such a test file must leave no module state behind.
 */
const SHARED_WORKER = { isolate: false }
/** Starts databases, processes or whole products: one file at a time. */
const ALONE = { fileParallelism: false, testTimeout: 120_000 }
/**
 * Animation frames stay real unless a test asks for fake ones: the chart library keeps the function that it finds at its
 * first import, and files of a shared worker import it once.
 */
const FAKE_TIMERS: NonNullable<InlineConfig['fakeTimers']> = {
  toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
}
/** One database server for all files. */
const DATABASES = {
  ...SHARED_WORKER,
  env: FAST_HASHES,
  globalSetup: ['./api/src/testing/database-server.ts'],
}
// Vitest runs projects with other numbers of workers one after another, in this order (`npm run coverage` runs all).
const CONTRACT = {
  ...DATABASES,
  fileParallelism: false,
  sequence: { groupOrder: 1 },
  // They run next to the unit tests.
  testTimeout: 60_000,
}
/** Tests of the API wait for the database and for timeouts a fifth of the time: one more worker uses that time. */
const API = { ...DATABASES, maxWorkers: availableParallelism() + 1, sequence: { groupOrder: 2 } }

/** As in the browser: a second try tells a slow machine from a broken product, and the end of the run lists it. */
const RETRY = { retry: 1 }

const NIGHTLY_FILES = '**/*.nightly.test.ts'

const node = (name: string, include: string[], more = {}) => ({
  test: {
    name,
    include,
    exclude: ['**/node_modules/**', '**/dist/**', NIGHTLY_FILES],
    environment: 'node',
    testTimeout: 20_000,
    hookTimeout: 60_000,
    ...RETRY,
    ...more,
  },
})
const dom = (name: string, include: string[], more = {}) => ({
  test: {
    name,
    include,
    environment: 'jsdom',
    testTimeout: 20_000,
    css: { modules: { classNameStrategy: 'non-scoped' as const } },
    setupFiles: ['./tests/support/dom-setup.ts'],
    ...RETRY,
    ...more,
  },
})

/** The zone of the times that tests expect, whatever the zone of the machine. Workers inherit it. */
process.env.TZ = 'UTC'

export default defineConfig({
  test: {
    // Vitest's default leaves a core to its own process, which is idle most of the time.
    maxWorkers: '100%',
    projects: [
      node('shared', ['shared/src/{domain,contracts,format,release}/**/*.test.ts'], SHARED_WORKER),
      node('api', ['api/src/**/*.test.ts'], API),
      node('league', ['league/src/**/*.test.ts'], SHARED_WORKER),
      node('backtest', ['tools/backtest/src/**/*.test.ts'], { ...SHARED_WORKER, testTimeout: 120_000 }),
      node('tools', [
        'tools/{audit,backup,bench,federation,lib,remote,remote-kit,start,test}/**/*.test.ts',
        'tools/*.test.ts',
        'supabase/src/**/*.test.ts',
        'tools/harness/src/**/*.test.ts',
      ]),
      dom('ui', ['shared/src/{ui,client}/**/*.test.{ts,tsx}', 'remotes/*/src/**/*.test.{ts,tsx}'], {
        ...SHARED_WORKER,
        fakeTimers: FAKE_TIMERS,
        setupFiles: ['./tests/support/dom-setup.ts', './tests/support/line-weights.ts'],
      }),
      // The federation runtime and the session are singletons of the page: each file needs its own modules. vmThreads
      // isolates them and loads jsdom once.
      dom('shell', ['shell/src/**/*.test.{ts,tsx}', 'tools/remote/new/template/**/*.test.tsx'], {
        pool: 'vmThreads',
      }),
      node('contract', ['tests/contract/**/*.test.ts'], CONTRACT),
      // The nightly tier: `npm run test:all`.
      node('scale', ['tests/nightly/scale/**/*.test.ts'], ALONE),
      node('attacks', ['tests/nightly/attacks/**/*.test.ts'], ALONE),
      node('kills', ['tests/nightly/faults/**/*.test.ts'], ALONE),
      node('long', [NIGHTLY_FILES], {
        ...CONTRACT,
        exclude: ['**/node_modules/**'],
        testTimeout: 300_000,
        hookTimeout: 300_000,
      }),
    ],
  },
})
