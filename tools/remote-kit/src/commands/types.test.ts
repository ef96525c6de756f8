// @vitest-environment node
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { createContext } from '../../../remote/context.ts'
import { sendJson, stubApi } from '../../../remote/testing/stub-api.ts'
import { SLOT_TYPES, writeSlotTypes } from './types.ts'

const before = process.cwd()
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'propsight-types-'))
  process.chdir(folder)
})
afterEach(() => {
  process.chdir(before)
  rmSync(folder, { recursive: true, force: true })
})

const entry = (name: string, slots: unknown[]) => ({
  name,
  placement: { mount: 'overlay', title: name, slots },
})

async function runTypes(remotes: unknown[]) {
  const api = await stubApi((_, response) => sendJson(response, 200, { remotes }))
  onTestFinished(() => api.close())
  const io = {
    env: {},
    stdout() {},
    stderr() {},
    signal: new AbortController().signal,
    ask: null,
    colours: false,
    retryMs: 1,
  }
  return writeSlotTypes(createContext(io, { api: api.url, json: true }))
}

const row = (props: number, type: unknown) => ({
  declares: 'streaks/row',
  props,
  schema: { player: { type } },
})

it('F2 types writes the props of the slots that live remotes declare, and of its own remote.json first', async () => {
  mkdirSync('src')
  writeFileSync('src/remote.ts', '')
  writeFileSync(
    'remote.json',
    JSON.stringify({
      name: 'streaks',
      contract: '1.6',
      placement: { mount: 'overlay', title: 'Streaks', slots: [row(2, 'string')] },
    }),
  )
  const league = {
    declares: 'league/game',
    props: 1,
    schema: { line: { type: ['number', 'integer', 'null'] }, live: { type: 'boolean' } },
  }
  const { document } = await runTypes([
    entry('streaks', [row(1, 'number')]),
    entry('league', [league, { slot: 'dashboard/today', props: 1, extension: 'games' }]),
  ])
  expect(document).toMatchObject({
    slots: [
      { slot: 'streaks/row', props: 2 },
      { slot: 'league/game', props: 1 },
    ],
  })
  expect(readFileSync(SLOT_TYPES, 'utf8')).toContain(`  interface DeclaredSlotProps {
    /** Version 1 */
    'league/game': {
      line: number | null
      live: boolean
    }
    /** Version 2 */
    'streaks/row': {
      player: string
    }
  }`)
})

it('F2 types refuses a folder without a remote', async () => {
  await expect(runTypes([])).rejects.toThrow(/remote\.json/)
})
