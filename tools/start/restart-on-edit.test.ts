import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { API_SOURCES, LEAGUE_SOURCES, restartOnEdit } from './restart-on-edit.ts'
import { ROOT } from './start-settings.ts'

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

describe('npm run dev', () => {
  let root: string
  let notes: ReturnType<typeof queue<string>>
  let restarts: ReturnType<typeof queue<string>>
  let close: () => void
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
    for (const file of ['api/src/main.ts', 'league/src/main.ts', 'shared/src/domain/lines/rank.ts'])
      edit(file)
    notes = queue()
    restarts = queue()
    outcome = {}
    const services = [
      { name: 'league', folders: LEAGUE_SOURCES, service: service('league') },
      { name: 'API', folders: API_SOURCES, service: service('API') },
    ]
    close = restartOnEdit(services, { note: notes.push }, { root, settleMs: 20 }).close
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

  it('restarts the league and then the API after an edit of the domain', async () => {
    edit('shared/src/domain/lines/rank.ts')
    expect(await notes.next()).toMatch(
      /^league restarted after shared\/src\/domain\/lines\/rank\.ts changed, /,
    )
    expect(await notes.next()).toMatch(/^API restarted after shared\/src\/domain\/lines\/rank\.ts changed, /)
    expect(restarts.values).toEqual(['league', 'API'])
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

  it('restarts once more for all edits made during a restart', async () => {
    const slow = Promise.withResolvers<void>()
    outcome.API = () => slow.promise
    edit('api/src/main.ts')
    expect(await restarts.next()).toBe('API')
    outcome = {}
    edit('api/src/first.ts')
    edit('api/src/second.ts')
    // The league restarts only after the API's restart has ended; its restart shows that both edits were
    // noticed.
    edit('league/src/main.ts')
    slow.resolve()
    expect(await notes.next()).toMatch(/^API restarted after api\/src\/main\.ts changed/)
    expect(await notes.next()).toMatch(/^league restarted/)
    expect(await notes.next()).toMatch(/^API restarted after api\/src\/first\.ts and 1 more file changed/)
  })

  it('prints nothing about a restart that ends after it was stopped', async () => {
    const slow = Promise.withResolvers<void>()
    outcome.API = () => slow.promise
    edit('api/src/main.ts')
    await restarts.next()
    close()
    slow.resolve()
    await slow.promise
    edit('league/src/main.ts')
    expect(notes.values).toEqual([])
  })

  it('watches folders that exist', () => {
    const missing = [...API_SOURCES, ...LEAGUE_SOURCES].filter((folder) => !existsSync(join(ROOT, folder)))
    expect(missing).toEqual([])
  })
})
