import { isApiError, listPicks } from '@propsight/shared/client'
import { describe, expect, it } from 'vitest'
import { defineAnswers, ndjson, refuse } from '../answers.ts'
import type { LogEntry } from '../messages.ts'
import { SCENARIOS, type ScenarioName } from '../scenarios.ts'
import { createScriptedShell } from './create-scripted-shell.ts'

const answers = defineAnswers({
  api: {
    'GET /api/games': ({ query }) => ({ day: query.day, games: 2 }),
    'POST /api/runs': ({ spend }) => {
      spend(3)
      return { runId: 'run' }
    },
    'POST /api/closed': () => refuse(409, 'CONFLICT', 'It is closed'),
    'GET /api/lines': () => ndjson([{ line: 1 }, { line: 2 }]),
    'POST /api/nothing': () => undefined,
  },
  rpc: { double: (args) => Number((args as { n: number }).n) * 2 },
})
const host = (scenario: ScenarioName, more = {}) => {
  const log: LogEntry[] = []
  return { log, ...createScriptedShell({ scenario, answers, report: (entry) => log.push(entry), ...more }) }
}
const failure = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.fail('nothing was thrown'),
    (error) => error,
  )

describe('F5 createScriptedShell', () => {
  it('answers from the script, through the clients of the shell', async () => {
    const { shell, log } = host('signed-in')
    expect(await shell.api.json('/api/games', { query: { day: 'today' } })).toEqual({
      day: 'today',
      games: 2,
    })
    expect(await shell.api.json('/api/nothing', { body: {} })).toBeNull()
    const lines: unknown[] = []
    for await (const line of shell.api.stream('/api/lines')) lines.push(line)
    expect(lines).toEqual([{ line: 1 }, { line: 2 }])
    const refused = await failure(shell.api.json('/api/closed', { body: {} }))
    expect(isApiError(refused) && refused).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect((await shell.supabase.rpc('double', { n: 4 })).data).toBe(8)
    expect(log.map((entry) => ('status' in entry ? entry.status : null))).toEqual([200, 204, 200, 409, 200])
  })

  it('names the missing script in the error of an unscripted call', async () => {
    const { shell } = host('signed-in')
    expect(await failure(shell.api.json('/api/unknown'))).toMatchObject({
      status: 404,
      message: "src/dev/answers.ts has no 'GET /api/unknown'",
    })
    const { error } = await shell.supabase.rpc('unknown')
    expect(error?.message).toContain("no rpc 'unknown'")
  })

  it('charges credits on the server and shows them after a profile refresh', async () => {
    const { shell } = host('signed-in')
    await shell.api.json('/api/runs', { body: {} })
    expect(shell.credits.get()).toBe(20)
    await shell.refreshProfile()
    expect([shell.credits.get(), shell.profile.get()?.credits]).toEqual([17, 17])
  })

  it.each<[ScenarioName, object]>([
    ['no-credits', { status: 402, code: 'NO_CREDITS' }],
    ['failing', { status: 503, code: 'UNAVAILABLE' }],
    ['offline', { status: 0, code: 'CONNECTION_ERROR' }],
  ])('%s: a run fails with the error that the shell would throw', async (scenario, expected) => {
    const { shell } = host(scenario)
    expect(await failure(shell.api.json('/api/runs', { body: {} }))).toMatchObject(expected)
  })

  it('signed-out: has no session, and the data service refuses to read', async () => {
    const { shell } = host('signed-out')
    expect([shell.session.get(), shell.profile.get(), shell.credits.get()]).toEqual([null, null, null])
    expect((await shell.supabase.auth.getSession()).data.session).toBeNull()
    expect((await shell.supabase.from('my_picks').select('*')).error?.code).toBe('42501')
    await expect(listPicks(shell.supabase)).rejects.toThrow('User not authenticated')
  })

  it('slow: delays an answer, and an abort ends the wait', async () => {
    const { shell } = host('slow', { slowMs: 40 })
    const begun = performance.now()
    await shell.api.json('/api/games')
    expect(performance.now() - begun).toBeGreaterThanOrEqual(38)
    const slower = host('slow', { slowMs: 60_000 })
    const stop = new AbortController()
    const pending = failure(slower.shell.api.json('/api/games', { signal: stop.signal }))
    stop.abort(new Error('unmounted'))
    expect(await pending).toMatchObject({ message: 'unmounted' })
  })

  it('refuses a write to the data service as scripted, and shows the rows of its user', async () => {
    const refused = [refuse(409, '23505', 'refused')]
    const { shell, rows } = createScriptedShell({
      answers: { refuseData: ({ method }) => (method === 'POST' ? refused.shift() : undefined) },
    })
    const save = () => shell.supabase.from('my_picks').insert({ id: 'a' })
    expect(await save()).toMatchObject({ status: 409, error: { message: 'refused' } })
    expect(rows('my_picks')).toEqual([])
    expect((await save()).status).toBe(201)
    expect(rows('my_picks')).toMatchObject([{ id: 'a' }])
  })

  it('has the defaults of remote.json where the answers have no value', () => {
    const declared = {
      limit: { type: 'integer' as const, default: 10 },
      shown: { type: 'boolean' as const, default: false },
    }
    const { shell } = host('signed-in', { declared, answers: { config: { shown: true } } })
    expect(shell.config.get()).toEqual({ limit: 10, shown: true })
  })

  it('notifies session subscribers of a sign-out', async () => {
    const { shell } = host('signed-in')
    let notifications = 0
    shell.session.subscribe(() => {
      notifications += 1
    })
    await shell.supabase.auth.signOut()
    expect([notifications, shell.session.get(), shell.credits.get()]).toEqual([1, null, null])
  })

  it('records the location, toasts and unsaved work of its remote', () => {
    const { shell, router, toasts, unsaved, log } = host('signed-in', {
      placement: { mount: 'tab', path: '/games', title: 'Games', order: 9 },
    })
    expect(shell.location.get()).toEqual({ path: '/games', search: '' })
    shell.navigate('/Picks/?a=1')
    expect(shell.location.get()).toEqual({ path: '/picks', search: '?a=1' })
    void router.navigate(-1)
    expect(shell.location.get().path).toBe('/games')
    expect(() => shell.navigate('//elsewhere.test')).toThrow(RangeError)
    shell.notify({ message: 'Saved', tone: 'good' })
    expect(toasts.shown.get()).toMatchObject([{ message: 'Saved', tone: 'good' }])
    shell.openOverlay('weather')
    let dirty = true
    const end = shell.registerUnsavedWork(() => dirty)
    expect(unsaved.read()).toEqual({ checks: 1, dirty: true })
    dirty = false
    expect(unsaved.read()).toEqual({ checks: 1, dirty: false })
    end()
    expect(unsaved.read()).toEqual({ checks: 0, dirty: false })
    expect(log.map(({ kind }) => kind)).toEqual(['navigate', 'toast', 'overlay'])
  })

  it('shows scripted extensions of other remotes, and records those without a script', async () => {
    const extensions = { 'weather/mark': (props: object) => `Mark ${JSON.stringify(props)}` }
    const log: LogEntry[] = []
    const { shell } = createScriptedShell({ answers: { extensions }, report: (entry) => log.push(entry) })
    const content = { text: '', replaceChildren: (text = '') => Object.assign(content, { text }) }
    const element = content as unknown as HTMLElement
    const shown: boolean[] = []
    const render = (name: string) =>
      shell.renderExtension?.(element, { name, props: { team: 'BOS' }, onShown: (is) => shown.push(is) })
    const mark = render('weather/mark')
    await Promise.resolve()
    expect([content.text, shown]).toEqual(['Mark {"team":"BOS"}', [true]])
    mark?.update({ team: 'NYY' })
    expect(content.text).toBe('Mark {"team":"NYY"}')
    mark?.unmount()
    expect(content.text).toBe('')
    render('odds/badge')
    await Promise.resolve()
    expect(log.at(-1)).toEqual({
      kind: 'extension',
      name: 'odds/badge',
      props: '{"team":"BOS"}',
      isShown: false,
    })
    expect(shown).toEqual([true, true, false])
  })

  it('creates a shell for every scenario', () => {
    for (const scenario of Object.keys(SCENARIOS) as ScenarioName[])
      expect(host(scenario).shell.contract).toMatch(/^\d+\.\d+$/)
  })
})
