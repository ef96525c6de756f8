import type { ExtractedRow, Line } from '@propsight/shared/contracts'
import { BOX_SCORE_GROUPS } from '@propsight/shared/domain'
import { describe, expect, it } from 'vitest'
import { fakeDeps } from '../../testing/fake-deps.ts'
import { coversOf, scriptRun } from '../../testing/script-run.ts'
import { TEST_USER } from '../../testing/test-env.ts'
import { coverLines, coverNames, coverPlayers, keysOfLines, keysOfPlayers, keysOfRows } from './run-scope.ts'
import { deliverRun, requirePaidRun, requireRun } from './runs.ts'

const RUN = '7d3f3c0e-3b0a-4a57-9d43-1f1f0f4b5c6d'
const user = { id: TEST_USER, email: 'ada@propsight.example' }

const depsOf = (script: ReturnType<typeof scriptRun>) => ({
  repositories: { ...fakeDeps().repositories, runs: script.runs },
})
const depsWith = (feature: string, category: string) => depsOf(scriptRun(RUN, 'held', { feature, category }))

describe('N8 requireRun', () => {
  it.each(['quick', 'ai', 'image'])('accepts a run of the %s mode', async (feature) => {
    expect(await requireRun(depsWith(feature, 'Hits'), user, RUN)).toMatchObject({ feature })
  })
  it('refuses a parlay run for an analysis', async () => {
    const refused = requireRun(depsWith('parlay', 'Parlay'), user, RUN)
    await expect(refused).rejects.toMatchObject({ status: 403, code: 'RUN_REQUIRED' })
  })
  it('refuses a run of another market and accepts a run of all markets', async () => {
    await expect(requireRun(depsWith('quick', 'Hits'), user, RUN, 'Runs')).rejects.toMatchObject({
      message: 'This analysis was started for Hits.',
    })
    expect(await requireRun(depsWith('quick', 'All Stat Lines'), user, RUN, 'Runs')).toMatchObject({
      id: RUN,
    })
  })
})

const ADA = { name: 'Ada Lo', team: 'SEA', group: 'hitting' } as const
const BO = { name: 'Bo Ray', team: 'NYY', group: 'hitting' } as const
const line = (player: { name: string; team: string }, statType: string, more: Partial<Line> = {}): Line => ({
  id: `${player.name}-${statType}`,
  ...player,
  position: '',
  stats: `1.5 More ${statType}`,
  line: 1.5,
  statType,
  opponent: null,
  homeAway: null,
  gameTime: null,
  oddsType: 'standard',
  gameId: null,
  combo: false,
  promo: false,
  regularLine: null,
  ...more,
})
const OUTSIDE = { status: 403, code: 'OUTSIDE_RUN' }

describe('C2 a paid run', () => {
  it('is one whose lines or picture were delivered', async () => {
    const script = scriptRun(RUN, 'held')
    await expect(requirePaidRun(depsOf(script), user, RUN)).rejects.toMatchObject({ code: 'RUN_REQUIRED' })
    script.state = 'captured'
    expect(await requirePaidRun(depsOf(script), user, RUN)).toMatchObject({ id: RUN })
  })

  it('is charged once for repeated deliveries, and for none after its release', async () => {
    const script = scriptRun(RUN, 'held')
    const deps = depsOf(script)
    const deliver = async (covers: string[]) =>
      deliverRun(deps, await requireRun(deps, user, RUN), { picture: null, covers })
    await deliver(['a'])
    await deliver(['a'])
    await deliver(['b'])
    expect([script.ledger, script.run.covers]).toEqual([['captured'], new Set(['a', 'b'])])
    const run = await requireRun(deps, user, RUN)
    script.state = 'released'
    const late = deliverRun(deps, { ...run, state: 'held' }, { picture: null, covers: ['c'] })
    await expect(late).rejects.toMatchObject({ code: 'RUN_REQUIRED' })
  })
})

describe('C2 the scope of a run of lines', () => {
  const open = (changes = {}) => {
    const script = scriptRun(RUN, 'captured', { covers: coversOf(ADA), ...changes })
    return { deps: depsOf(script), run: { ...script.run, state: 'captured' } as const, script }
  }

  it('is the players of its lines and its market', async () => {
    const { deps, run } = open()
    expect((await coverPlayers(deps, run, [ADA]))(ADA)).toEqual(new Set(['Hits']))
    await coverNames(deps, run, [{ name: 'Ada Lo', team: 'SEA' }])
    await coverLines(deps, run, [line(ADA, 'Hits')])
    for (const player of [BO, { ...ADA, team: 'BOS' }, { ...ADA, group: 'pitching' } as const])
      await expect(coverPlayers(deps, run, [ADA, player])).rejects.toMatchObject(OUTSIDE)
    await expect(coverNames(deps, run, [BO])).rejects.toMatchObject(OUTSIDE)
    await expect(coverLines(deps, run, [line(BO, 'Hits')])).rejects.toMatchObject(OUTSIDE)
    await expect(coverLines(deps, run, [line(ADA, 'Runs')])).rejects.toMatchObject({
      message: 'This analysis was started for Hits.',
    })
  })

  it('is every market for All Stat Lines', async () => {
    const { deps, run } = open({ category: 'All Stat Lines' })
    expect((await coverPlayers(deps, run, [ADA]))(ADA)).toBeNull()
    await coverLines(deps, run, [line(ADA, 'Runs')])
  })

  it('ignores a requested market and lines of two players', async () => {
    const { deps, run } = open()
    expect((await coverPlayers(deps, run, [{ ...ADA, stats: ['Runs'] }]))(ADA)).toEqual(new Set(['Hits']))
    await coverLines(deps, run, [line({ name: 'Ada Lo + Bo Ray', team: 'SEA' }, 'Hits', { combo: true })])
    expect(keysOfLines([line(ADA, 'Hits', { combo: true }), line(ADA, 'Chess')])).toEqual([])
  })

  it('is read again when another instance has delivered more lines', async () => {
    const { deps, run, script } = open()
    script.run = { ...script.run, covers: coversOf(ADA, BO) }
    await coverPlayers(deps, run, [BO])
    script.state = 'released'
    await expect(coverPlayers(deps, run, [BO])).rejects.toMatchObject({ code: 'RUN_REQUIRED' })
  })
})

describe('C2 the scope of a picture', () => {
  const row = (name: string, statType: string | null, stats = '') =>
    ({ name, statType, stats }) as ExtractedRow
  const open = (allowed: boolean) => {
    const covers = new Set(keysOfRows([row('Ada Lo', 'Hits'), row('Ada Lo', null, '1.5 More Runs')]))
    const script = scriptRun(RUN, 'captured', { feature: 'image', category: 'Image', covers })
    const added: object[][] = []
    script.runs.addRows = async (_run, _user, rows) => {
      added.push([...rows])
      return allowed
    }
    return { deps: depsOf(script), run: { ...script.run, state: 'captured' } as const, added }
  }

  it('is the markets that were read for each player', async () => {
    const { deps, run, added } = open(false)
    const marketsOf = await coverPlayers(deps, run, [{ ...ADA, name: 'ADA LO', stats: ['Hits'] }])
    expect(marketsOf(ADA)).toEqual(new Set(['Hits', 'Runs']))
    await coverLines(deps, run, [line(ADA, 'Runs')])
    await coverNames(deps, run, [ADA])
    expect(added).toEqual([])
  })

  it('includes corrected rows within the limit of the database', async () => {
    const few = open(true)
    const player = { ...BO, stats: ['Total Bases'], rows: ['image-1'] }
    const marketsOf = await coverPlayers(few.deps, few.run, [player])
    expect(marketsOf(BO)).toEqual(new Set(['Total Bases']))
    expect(few.added).toEqual([[{ key: '["bo ray","Total Bases"]', row: 'image-1' }]])
    const many = open(false)
    await expect(coverLines(many.deps, many.run, [line(BO, 'Hits')])).rejects.toMatchObject(OUTSIDE)
  })

  it.each(['hitting', 'pitching', ...BOX_SCORE_GROUPS] as const)(
    'includes the players of lines by name, with logs of the kind %s',
    async (group) => {
      const { deps, run } = open(true)
      const ofLines = { ...run, category: 'Hits', covers: new Set(keysOfPlayers([{ ...BO, group }])) }
      await coverNames(deps, ofLines, [BO])
      await expect(coverNames(deps, ofLines, [ADA])).rejects.toMatchObject(OUTSIDE)
    },
  )

  it('does not include a player without a row', async () => {
    const { deps, run } = open(true)
    await expect(coverPlayers(deps, run, [BO])).rejects.toMatchObject(OUTSIDE)
    await expect(coverPlayers(deps, run, [{ ...ADA, group: 'pitching' }])).rejects.toMatchObject(OUTSIDE)
    await expect(coverNames(deps, run, [BO])).rejects.toMatchObject(OUTSIDE)
  })
})
