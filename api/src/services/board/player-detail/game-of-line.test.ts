import { gameLogRecordSchema } from '@propsight/shared/contracts'
import { listStatNames, recordOfGame } from '@propsight/shared/domain'
import { describe, expect, it } from 'vitest'
import { scheduledGame } from '../../../sources/testing/stats-bodies.ts'
import { scopeRecord, streamGameLogs } from '../game-logs.ts'
import { whatIf } from '../what-if/what-if.ts'
import { BATTER, createDetailFixture, PITCHER, STARTER_ID, TODAY } from './testing/detail-fixture.ts'

const OTHER_STARTER = 5
const FIRST = 901
const SECOND = 902
const TIMEOUTS = { needed: 10_000, optional: 10_000 }

/** A doubleheader: a left-hander starts the first game against the batter, a right-hander the second. */
const doubleheader = (firstStatus: Parameters<typeof scheduledGame>[0] = {}) => [
  scheduledGame({ ...firstStatus, day: TODAY, gamePk: FIRST, hour: '17:05', awayStarter: STARTER_ID }),
  scheduledGame({ day: TODAY, gamePk: SECOND, hour: '23:40', gameNumber: 2, awayStarter: OTHER_STARTER }),
]

async function open(games: readonly object[], player = BATTER) {
  const schedule = ({ searchParams }: URL) =>
    searchParams.get('date') === TODAY ? { dates: [{ date: TODAY, games }] } : { dates: [] }
  const { ask, parts } = await createDetailFixture({ schedule })
  const readBoard = async () => {
    const records: ReturnType<typeof gameLogRecordSchema.parse>[] = []
    await streamGameLogs(parts, [player], async (record) => {
      records.push(gameLogRecordSchema.parse(JSON.parse(JSON.stringify(record))))
    })
    const record = records.find(({ type }) => type === 'player' || type === 'pitcher')
    if (record?.type !== 'player' && record?.type !== 'pitcher') throw new Error('no record')
    return record
  }
  return {
    readBoard,
    readDetail: (gamePk?: number) => ask(player, gamePk),
    readWhatIf: (gamePk?: number) => whatIf(parts, { player, gamePk, changes: {} }, null, TIMEOUTS),
  }
}

describe('N12 the two games of a doubleheader', () => {
  it.each([
    ['the first', FIRST, STARTER_ID, 'Ansel Ode'],
    ['the second', SECOND, OTHER_STARTER, 'Cy Arm'],
  ])(
    'have their own starter and forecast on the board, in the detail and in the what-if: %s',
    async (_, gamePk, starterId, starter) => {
      const { readBoard, readDetail, readWhatIf } = await open(doubleheader())
      const [record, detail, changed] = [
        await readBoard(),
        await readDetail(gamePk),
        await readWhatIf(gamePk),
      ]
      const ofGame = recordOfGame(record, { gameTime: null, gamePk })
      expect(ofGame.forecastGame).toMatchObject({ gamePk, certain: false })
      expect(ofGame.tonight).toMatchObject({ gamePk, certain: false })
      expect(detail.opposingPitcher).toMatchObject({ personId: starterId, name: starter })
      expect(changed.assumed.starterId).toBe(starterId)
      expect(changed.forecasts).toEqual(ofGame.forecasts)
      expect(changed.why).toEqual(detail.why)
      for (const { stat, steps } of detail.why) {
        const forecast = ofGame.forecasts?.find((each) => each.stat === stat)
        expect(steps.at(-1)?.distribution).toEqual(forecast?.distribution)
        expect(steps.find(({ factor }) => factor === 'opposing starter')?.note).toContain(starter)
      }
    },
  )

  it('differ in their forecasts', async () => {
    const record = await (await open(doubleheader())).readBoard()
    const second = recordOfGame(record, { gameTime: null, gamePk: SECOND })
    expect(record.forecasts).toHaveLength(listStatNames('hitting').length)
    expect(second.forecasts).toHaveLength(listStatNames('hitting').length)
    expect(second.forecasts).not.toEqual(record.forecasts)
    expect(recordOfGame(record, { gameTime: null, gamePk: SECOND })).toBe(second)
    expect(recordOfGame(record, { gameTime: null, gamePk: FIRST })).toBe(record)
  })

  it('are limited to the markets of the run, both of them', async () => {
    const record = scopeRecord(await (await open(doubleheader())).readBoard(), new Set(['Hits']))
    const stats = [record, ...(record.otherGames ?? [])].map(({ forecasts }) =>
      forecasts?.map(({ stat }) => stat),
    )
    expect(stats).toEqual([['Hits'], ['Hits']])
  })

  it('are one game once the first has begun, and a line on the first has no starter', async () => {
    const { readBoard, readDetail, readWhatIf } = await open(doubleheader({ state: 'Live', code: 'I' }))
    expect(await readBoard()).toMatchObject({ forecastGame: { gamePk: SECOND } })
    expect((await readBoard()).otherGames).toBeUndefined()
    expect((await readDetail(SECOND)).opposingPitcher).toMatchObject({ personId: OTHER_STARTER })
    const begun = await readDetail(FIRST)
    expect([begun.opposingPitcher, begun.why]).toEqual([null, []])
    expect(begun.missing).toMatchObject({
      opposingPitcher: 'The line is on another game.',
      why: 'The line is on another game.',
    })
    await expect(readWhatIf(FIRST)).rejects.toMatchObject({
      status: 404,
      message: 'The line is on another game.',
    })
  })

  it('are the announced one only for a starter', async () => {
    const { readBoard, readDetail } = await open(doubleheader(), PITCHER)
    const record = await readBoard()
    expect(record).toMatchObject({ forecastGame: { gamePk: FIRST } })
    expect(record.otherGames).toBeUndefined()
    expect((await readDetail(SECOND)).missing.why).toBe('The line is on another game.')
  })

  it('without a game of the line are the next one, as before', async () => {
    const { readDetail, readWhatIf } = await open(doubleheader())
    expect((await readDetail()).opposingPitcher).toMatchObject({ personId: STARTER_ID })
    expect((await readWhatIf()).assumed.starterId).toBe(STARTER_ID)
  })
})
