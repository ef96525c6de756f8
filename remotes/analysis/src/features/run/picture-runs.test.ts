import { createStore } from 'jotai'
import { beforeEach, describe, expect, it } from 'vitest'
import { runsAtom } from '../../state/run.ts'
import { anExtractedRow, anExtraction } from '../../testing/answers.ts'
import { apiError, aRun, fakeServer } from '../../testing/fake-server.ts'
import { openShell } from '../../testing/open-shell.ts'
import { aBatter, aLine, end, start } from '../../testing/players.ts'
import { createAnalysis } from './analysis.ts'
import { createPictureRuns } from './use-analysis.ts'

const EXTRACT = '/api/extract-stats/mlb'
const LINES = [aLine({ name: 'Ana', id: 'image-1' })]
const LOGS = [start(1), aBatter('Ana', [1, 2]), end(1)]
const GOOD = { '/api/runs': [aRun], [EXTRACT]: [anExtraction(anExtractedRow())], '/api/game-logs': [LOGS] }
const PICTURE = new File(['picture'], 'card.png', { type: 'image/png' })

function open(server = fakeServer(GOOD)) {
  const store = createStore()
  const host = openShell(server.api)
  const analysis = createAnalysis(host.shell, store, 'user')
  const pictures = createPictureRuns(host.shell, analysis, store)
  const state = () => store.get(runsAtom).get('image')
  const analyze = async (lines = LINES) => {
    pictures.analyze(lines)
    await expect.poll(() => state()?.phase).toBe('complete')
  }
  return { ...host, server, analysis, pictures, state, analyze }
}
const opened = (script: Parameters<typeof fakeServer>[0]) => open(fakeServer({ ...GOOD, ...script }))
const signal = new AbortController().signal
const runIds = ({ server }: ReturnType<typeof open>, path: string) =>
  server.callsTo(path).map(({ request }) => request.query?.runId ?? (request.body as { runId: string }).runId)

beforeEach(() => sessionStorage.clear())

describe('a picture run', () => {
  it('N5: uploads the picture as a form on a held image run, and analyzes its rows on the same run', async () => {
    const page = open()
    expect(await page.pictures.read(PICTURE, signal)).toEqual({ read: anExtraction(anExtractedRow()).data })
    expect(page.server.callsTo('/api/runs')[0]?.request.body).toMatchObject({
      feature: 'image',
      category: 'Image',
    })
    const { body, method } = page.server.callsTo(EXTRACT)[0]?.request ?? {}
    expect(method).toBe('POST')
    expect((body as FormData).get('image')).toBeInstanceOf(File)
    await page.analyze()
    expect(page.state()?.lines?.players).toEqual(LINES)
    expect(page.server.callsTo('/api/game-logs')[0]?.request.body).toMatchObject({
      players: [{ name: 'Ana', stats: ['Hits'], rows: [LINES[0]?.id] }],
    })
    expect(runIds(page, '/api/game-logs')).toEqual(runIds(page, EXTRACT))
    expect(page.server.callsTo('/api/runs')).toHaveLength(1)
    expect(page.server.callsTo('/api/fetch-lines')).toHaveLength(0)
  })

  it('C1: is charged once for any number of reads and corrections', async () => {
    const page = opened({
      [EXTRACT]: [apiError('Too many uploads', 429, 'RATE_LIMITED'), anExtraction(anExtractedRow())],
    })
    expect(await page.pictures.read(PICTURE, signal)).toMatchObject({
      failure: {
        message: 'Too many uploads',
        cost: 'No credit was used. The credits on hold pay for your next picture or are returned.',
      },
    })
    await page.pictures.read(PICTURE, signal)
    await page.analyze()
    page.pictures.analyze(LINES)
    await expect.poll(() => page.server.callsTo('/api/game-logs')).toHaveLength(2)
    expect(page.server.callsTo('/api/runs')).toHaveLength(1)
  })

  it('N5: takes a new hold, without an error, when the hold of an unreadable picture was released', async () => {
    const over = apiError('This analysis has ended', 403, 'RUN_REQUIRED')
    const page = opened({
      [EXTRACT]: [
        apiError('Failed to extract player data from image', 422, 'UNREADABLE'),
        over,
        anExtraction(anExtractedRow()),
      ],
    })
    expect(await page.pictures.read(PICTURE, signal)).toMatchObject({
      failure: { message: 'Failed to extract player data from image', cost: 'No credit was used.' },
    })
    expect(await page.pictures.read(PICTURE, signal)).toHaveProperty('read')
    expect(new Set(runIds(page, EXTRACT)).size).toBe(2)
  })

  it('N5: says when a refused picture can be sent again', async () => {
    const refusal = apiError('Too many pictures', 503, 'UNAVAILABLE')
    const busy = Object.assign(refusal, { retryAfterSeconds: 12 })
    const page = opened({ [EXTRACT]: [busy] })
    expect(await page.pictures.read(PICTURE, signal)).toMatchObject({
      failure: {
        message: 'Too many pictures',
        cost: 'Try again in 12 seconds. No credit was used. The credits on hold pay for your next picture or are returned.',
      },
    })
  })

  it('N5: does not repeat the time that a rate limit says itself', async () => {
    const limit = apiError('Too many requests. Try again in 12 seconds.', 429, 'RATE_LIMITED')
    const page = opened({ [EXTRACT]: [Object.assign(limit, { retryAfterSeconds: 12 })] })
    expect(await page.pictures.read(PICTURE, signal)).toMatchObject({
      failure: { cost: expect.stringMatching(/^No credit was used\./) },
    })
  })

  it('C1: does not claim that no credit was used when the outcome of the charge is unknown', async () => {
    const unknown = apiError('The charge could not be confirmed', 503, 'OUTCOME_UNKNOWN')
    const page = opened({ [EXTRACT]: [unknown, anExtraction(anExtractedRow())] })
    expect(await page.pictures.read(PICTURE, signal)).toMatchObject({
      failure: { cost: 'Retry continues the same analysis. It is never charged twice.' },
    })
    expect(await page.pictures.read(PICTURE, signal)).toHaveProperty('read')
    expect(page.server.callsTo('/api/runs')).toHaveLength(1)
  })

  it('C1: is read again on the same run when the answer to its reading was lost', async () => {
    const lost = apiError('The connection was lost', 0, 'CONNECTION_ERROR')
    const page = opened({ [EXTRACT]: [lost, anExtraction(anExtractedRow())] })
    expect(await page.pictures.read(PICTURE, signal)).toMatchObject({
      failure: { cost: 'Retry continues the same analysis. It is never charged twice.' },
    })
    expect(await page.pictures.read(PICTURE, signal)).toHaveProperty('read')
    expect(page.server.callsTo('/api/runs')).toHaveLength(1)
  })

  it('C1: announces the charge of another picture when the first one was charged', async () => {
    const other = apiError('This run has read its picture', 409, 'CONFLICT')
    const page = opened({ [EXTRACT]: [other, anExtraction(anExtractedRow())] })
    expect(await page.pictures.read(PICTURE, signal)).toMatchObject({
      failure: { cost: 'This analysis has ended. Trying again starts a new one for 1 credit.' },
    })
    expect(page.server.callsTo('/api/runs')).toHaveLength(1)
    await page.pictures.read(PICTURE, signal)
    expect(page.server.callsTo('/api/runs')).toHaveLength(2)
  })

  it('C1: takes no hold for rows whose run has ended', async () => {
    const page = open()
    page.pictures.analyze(LINES)
    await expect
      .poll(() => page.state()?.failure?.message)
      .toBe('The analysis of this picture has ended. Read the picture again to analyze its rows.')
    expect(page.server.calls).toHaveLength(0)
  })

  it.each([
    ['no rows', { success: true, data: { ...anExtraction(anExtractedRow()).data, players: [] } }],
    ['another shape', { success: false }],
  ])(
    'N5: fails with Failed to extract player data from image when the answer is %s',
    async (_what, answer) => {
      const page = opened({ [EXTRACT]: [answer] })
      expect(await page.pictures.read(PICTURE, signal)).toMatchObject({
        failure: { message: 'Failed to extract player data from image', code: 'UNKNOWN_ERROR' },
      })
    },
  )

  it('C2: sends nothing when there are no credits', async () => {
    const page = open()
    page.setCredits(0)
    expect(await page.pictures.read(PICTURE, signal)).toMatchObject({
      failure: { message: 'No credits remaining', code: 'NO_CREDITS' },
    })
    expect(page.server.calls).toHaveLength(0)
  })

  it('is cancelled without a failure, and its hold is used by the next picture', async () => {
    const page = opened({
      [EXTRACT]: [
        () =>
          new Promise((_done, fail) =>
            controller.signal.addEventListener('abort', () => fail(new Error('aborted'))),
          ),
        anExtraction(anExtractedRow()),
      ],
    })
    const controller = new AbortController()
    const reading = page.pictures.read(PICTURE, controller.signal)
    await expect.poll(() => page.server.callsTo(EXTRACT)).toHaveLength(1)
    controller.abort()
    await expect(reading).rejects.toThrow()
    await page.pictures.read(PICTURE, signal)
    expect(page.server.callsTo('/api/runs')).toHaveLength(1)
  })

  it('C1: is shown again after a reload, on the same run', async () => {
    const page = open()
    await page.pictures.read(PICTURE, signal)
    page.pictures.storeDraft([{ any: 'rows' }])
    await page.analyze()
    const again = open(page.server)
    again.analysis.restore({ feature: 'image', category: 'Image' }, false)
    await expect.poll(() => again.state()?.phase).toBe('complete')
    expect(again.state()?.lines?.players).toEqual(LINES)
    expect(again.pictures.storedDraft()).toEqual([{ any: 'rows' }])
    expect(page.server.callsTo('/api/runs')).toHaveLength(1)
  })

  it('keeps unconfirmed rows over a reload, without a board', async () => {
    const page = open()
    await page.pictures.read(PICTURE, signal)
    page.pictures.storeDraft(['rows'])
    const again = open(page.server)
    again.analysis.restore({ feature: 'image', category: 'Image' }, true)
    expect(again.state()).toBeUndefined()
    expect(again.pictures.storedDraft()).toEqual(['rows'])
  })

  it('removes its stored state when it is discarded, and the next picture starts a new run', async () => {
    const page = open()
    await page.pictures.read(PICTURE, signal)
    page.pictures.storeDraft(['rows'])
    await page.analyze()
    page.pictures.forget()
    expect(page.pictures.storedDraft()).toBeUndefined()
    await page.pictures.read(PICTURE, signal)
    expect(page.server.callsTo('/api/runs')).toHaveLength(2)
  })
})
