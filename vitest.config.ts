import { defineConfig } from 'vitest/config'

const node = (name: string, include: string[], more = {}) => ({
  test: { name, include, environment: 'node', testTimeout: 20_000, hookTimeout: 60_000, ...more },
})
const browser = (name: string, folder: string) => ({
  test: {
    name,
    include: [`${folder}/src/**/*.test.{ts,tsx}`],
    environment: 'jsdom',
    testTimeout: 20_000,
    css: { modules: { classNameStrategy: 'non-scoped' as const } },
    setupFiles: ['./tests/support/dom-setup.ts'],
  },
})

export default defineConfig({
  test: {
    projects: [
      browser('shared', 'shared'),
      browser('shell', 'shell'),
      browser('remotes', 'remotes/*'),
      // What a new remote begins with is tested where it lies.
      browser('template', 'scripts/remote/new/template'),
      node('harness', ['harness/src/**/*.test.ts']),
      node('api', ['api/src/**/*.test.ts']),
      node('supabase', ['supabase/src/**/*.test.ts']),
      node('league', ['league/src/**/*.test.ts']),
      node('backtest', ['backtest/src/**/*.test.ts'], { testTimeout: 120_000 }),
      node('scripts', ['scripts/**/*.test.ts', 'tests/load/**/*.test.ts']),
      // Several API instances behind one proxy.
      node('scale', ['tests/scale/**/*.test.ts'], { fileParallelism: false, testTimeout: 120_000 }),
      // Attacks a running API and its data service.
      node('security', ['tests/security/**/*.test.ts'], { fileParallelism: false, testTimeout: 60_000 }),
      // Starts the whole product, kills parts of it.
      node('faults', ['tests/faults/**/*.test.ts'], { fileParallelism: false }),
      // Shares one embedded database for the whole project, so its files run one after another; loading the data
      // service anew for each of them takes longer than many of them.
      node('contract', ['tests/contract/**/*.test.ts'], {
        fileParallelism: false,
        isolate: false,
        globalSetup: ['./tests/contract/supabase/global-setup.ts'],
      }),
    ],
  },
})
