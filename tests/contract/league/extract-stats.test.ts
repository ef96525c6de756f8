import { randomUUID } from 'node:crypto'
import { startTestApi, type TestApi, type TestUser } from '@propsight/api/testing'
import { startTestLeague } from '@propsight/league/testing'
import { extractStatsResponse, IMAGE_CATEGORY, startRunResponse } from '@propsight/shared/contracts'
import { parseLeagueClock, STARTING_CREDITS } from '@propsight/shared/domain'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { renderCards } from '../../nightly/bench/image/render.ts'
import { tuningSet } from '../../nightly/bench/image/sets.ts'

const CLOCK = 'frozen:2026-07-15T16:00:00Z'

/** The full path of a picture: upload, reader process, sample league, and final state of the run. */
describe.skipIf(inject('contractDatabaseUrl') === '')('N5 an uploaded picture', () => {
  let league: Awaited<ReturnType<typeof startTestLeague>>
  let api: TestApi
  let user: TestUser
  beforeAll(async () => {
    league = await startTestLeague({ clock: parseLeagueClock(CLOCK) })
    const databaseUrl = inject('contractDatabaseUrl')
    api = await startTestApi({
      databaseUrl,
      leagueUrl: league.url,
      jobs: false,
      env: { LEAGUE_CLOCK: CLOCK },
    })
    user = await api.createUser()
  }, 60_000)
  afterAll(async () => {
    await api?.close()
    await league?.close()
  })

  const key = randomUUID()
  const startRun = async () => {
    const answer = await fetch(`${api.url}/api/runs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ feature: 'image', category: IMAGE_CATEGORY, idempotencyKey: key }),
    })
    return startRunResponse.parse(await answer.json()).runId
  }
  const upload = async (runId: string, image: Buffer) => {
    const form = new FormData()
    form.append('image', new Blob([Buffer.from(image)]), 'cards')
    const answer = await fetch(`${api.url}/api/extract-stats/mlb?runId=${runId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}` },
      body: form,
    })
    return { status: answer.status, body: (await answer.json()) as { message?: string } }
  }
  const credits = async () => {
    const { data } = await user.client.from('user_profiles').select('credits').single()
    return data?.credits
  }

  it('N5 without players releases the credit, and the same key starts a new run', async () => {
    const runId = await startRun()
    expect(await credits()).toBe(STARTING_CREDITS - 1)
    const blank = sharp({ create: { width: 300, height: 200, channels: 3, background: '#222' } })
    const { status, body } = await upload(runId, await blank.png().toBuffer())
    expect([status, body.message]).toEqual([422, 'Failed to extract player data from image'])
    expect(await credits()).toBe(STARTING_CREDITS)
    const next = await startRun()
    expect(next).not.toBe(runId)
    expect(await credits()).toBe(STARTING_CREDITS - 1)
  }, 60_000)

  it('N5 of prop cards returns their rows, marks unknown names as doubtful, and is charged once', async () => {
    const runId = await startRun()
    for await (const { picture, file } of renderCards(tuningSet(1))) {
      const { status, body } = await upload(runId, file)
      expect(status).toBe(200)
      const { players, image, reader } = extractStatsResponse.parse(body).data
      expect(reader).toBe('tesseract')
      expect(players.map(({ name }) => name)).toEqual(picture.rows.map(({ name }) => name))
      const { width, height } = await sharp(file).metadata()
      expect(image).toEqual({ width, height })
      // Invented players: the sample league has none of them.
      for (const { doubts } of players) expect(doubts.map(({ field }) => field)).toContain('name')
    }
    expect(await credits()).toBe(STARTING_CREDITS - 1)
    expect((await user.client.from('runs').select('state').eq('id', runId)).data).toEqual([
      { state: 'captured' },
    ])
  }, 60_000)
})
