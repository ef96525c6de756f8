import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readModuleGraph } from '../test/code-structure.ts'
import { reachedFiles } from '../test/module-graph.ts'
import { API_SOURCES, LEAGUE_SOURCES, restartOnEdit } from './restart-on-edit.ts'

/** A queue of values; `next` waits for the next value. */
function queue<T>() {
  const values: T[] = []
  let wake: () => void = () => undefined
  return {
    values,
    push(value: T) {
      values.push(value)
      wake()
    },
    async next(): Promise<T> {
      while (values.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      return values.shift() as T
    },
  }
}

const SOURCES = [
  'api/src/main.ts',
  'league/src/main.ts',
  'shared/src/domain/lines/rank.ts',
  'supabase/migrations/20261120100100_picks.sql',
  'supabase/schemas/01_picks.sql',
  'remotes/picks/remote.json',
  'remotes/picks/src/remote.ts',
  'shell/rsbuild.config.ts',
  'tools/start/steps.ts',
  'tools/federation/apps.ts',
]
const ADDED_MIGRATION = 'supabase/migrations/20261121100100_more.sql'

describe('npm run dev', () => {
  let root: string
  let notes: ReturnType<typeof queue<string>>
  let restarts: ReturnType<typeof queue<string>>
  let close: () => void
  let watch: (more?: { isHosted?: boolean }) => () => void
  let outcome: Record<string, () => Promise<void>>

  const edit = (path: string, text = `${Math.random()}`) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const service = (name: string) => ({
    restart: async () => {
      restarts.push(name)
      await outcome[name]?.()
    },
  })

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'propsight-edits-'))
    for (const file of SOURCES) edit(file)
    notes = queue()
    restarts = queue()
    outcome = {}
    const services = [
      { name: 'league', folders: LEAGUE_SOURCES, service: service('league') },
      { name: 'API', folders: API_SOURCES, service: service('API') },
    ]
    watch = (more = {}) =>
      restartOnEdit(services, { note: notes.push }, { root, settleMs: 20, ...more }).close
    close = watch()
  })
  afterEach(() => {
    close()
    rmSync(root, { recursive: true, force: true })
  })

  it('restarts the API alone after an edit of its sources, with a line that names the file', async () => {
    edit('api/src/main.ts')
    expect(await notes.next()).toMatch(/^API restarted after api\/src\/main\.ts changed, \d+\.\d s$/)
    expect(restarts.values).toEqual(['API'])
  })

  it('prints the error of a service that fails to start, and starts it after the next edit', async () => {
    outcome.API = () => Promise.reject(new Error('API ended with code 1\nSyntaxError'))
    edit('api/src/main.ts')
    expect(await notes.next()).toBe(
      'API does not start after api/src/main.ts changed; fix it and save\nAPI ended with code 1\nSyntaxError',
    )
    outcome = {}
    edit('api/src/main.ts')
    expect(await notes.next()).toMatch(/^API restarted/)
  })

  it('applies a new migration by a restart of the API, and says that a later edit of it is not applied', async () => {
    edit(ADDED_MIGRATION)
    expect(await notes.next()).toMatch(`API restarted after ${ADDED_MIGRATION} changed, `)
    edit(ADDED_MIGRATION)
    expect(await notes.next()).toMatch(
      `${ADDED_MIGRATION} changed; not applied: the database has this migration`,
    )
    expect(restarts.values).toEqual(['API'])
  })

  it('names the command that migrates a hosted project', async () => {
    close()
    close = watch({ isHosted: true })
    edit(ADDED_MIGRATION)
    expect(await notes.next()).toMatch(/; not applied: npm run migrate /)
    expect(restarts.values).toEqual([])
  })

  it.each([
    ['supabase/schemas/01_picks.sql', 'not applied: the database is built from supabase/migrations'],
    ['supabase/migrations/20261120100100_picks.sql', 'not applied: the database has this migration'],
    ['remotes/picks/remote.json', 'restart needed'],
    ['remotes/added/remote.json', 'restart needed'],
    ['shell/rsbuild.config.ts', 'restart needed'],
    ['tools/start/steps.ts', 'restart needed'],
    ['tools/federation/apps.ts', 'restart needed'],
  ])('says what an edit of %s needs', async (file, advice) => {
    edit('remotes/picks/src/remote.ts')
    edit(file)
    expect(await notes.next()).toMatch(`${file} changed; ${advice}`)
    expect(restarts.values).toEqual([])
  })

  it('watches every file that the API and the league load', () => {
    const graph = readModuleGraph()
    for (const [entry, folders] of [
      ['api/src/main.ts', API_SOURCES],
      ['league/src/main.ts', LEAGUE_SOURCES],
    ] as const) {
      const loaded = [...reachedFiles(graph, [entry], ({ isType }) => !isType)]
      expect(loaded.length).toBeGreaterThan(folders.length)
      expect(loaded.filter((file) => !folders.some((folder) => file.startsWith(`${folder}/`)))).toEqual([])
    }
  })
})
