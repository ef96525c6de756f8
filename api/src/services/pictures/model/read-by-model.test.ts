import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testEnv } from '../../../testing/test-env.ts'
import { createAi } from '../../analysis/ai/create-ai.ts'
import { scriptedImage, serveExtractStats } from '../testing/serve-extract-stats.ts'

const CARD = {
  name: 'Ian Happ',
  team: 'CHC',
  position: 'OF',
  line: 1.5,
  side: 'More',
  statType: 'Total Bases',
  opponent: 'MIL',
  homeAway: 'HOME',
  gameTime: 'Fri 7:10 PM',
  oddsType: null,
}
type Reply = 'hang' | number | string
/** Limit of `expect.poll`: its default is exceeded on a busy machine. */
const POLL = { timeout: 10_000 }

/** A local provider with the OpenAI format that records its requests. */
async function provider(reply: Reply, timeoutMs = 10_000) {
  const sent: string[] = []
  const closes: string[] = []
  const server = createServer((req, res) => {
    let body = ''
    req.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    res.on('close', () => closes.push(res.writableFinished ? 'answered' : 'aborted'))
    req.on('end', () => {
      sent.push(body)
      if (reply === 'hang') return
      res.statusCode = typeof reply === 'number' ? reply : 200
      res.setHeader('content-type', 'application/json')
      const message = { role: 'assistant', content: reply }
      const choices = [{ index: 0, message, finish_reason: 'stop' }]
      res.end(
        typeof reply === 'number'
          ? '{"error":{"message":"no"}}'
          : JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: 'm', choices }),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const env = testEnv({
    AI_PROVIDER: 'openai-compatible',
    AI_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    AI_API_KEY: 'a-key',
    AI_VISION_MODEL: 'm',
    AI_TIMEOUT_MS: String(timeoutMs),
  })
  return { sent, closes, ai: await createAi(env, pino({ level: 'silent' })) }
}

describe('N5: extraction with a configured model', () => {
  it('returns the rows of the model, compared with the local reading', async () => {
    const { ai, sent } = await provider(JSON.stringify({ players: [{ ...CARD, team: 'CHW' }] }))
    const page = await serveExtractStats({ ai })
    const { status, body } = await page.send(scriptedImage('x'))
    expect([status, body.data?.reader]).toEqual([200, 'model'])
    expect(body.data?.players).toMatchObject([
      { name: 'Ian Happ', doubts: [{ field: 'team', reason: "The second reading says 'CHC'." }] },
    ])
    expect(sent).toHaveLength(1)
    expect(sent[0]).not.toMatch(/pat@example|3f0f7a3a/)
  })

  it('replaces the names of clubs by their codes', async () => {
    const card = { ...CARD, team: 'Chicago Cubs', opponent: 'Milwaukee' }
    const { ai } = await provider(JSON.stringify({ players: [card] }))
    const page = await serveExtractStats({ ai })
    const { body } = await page.send(scriptedImage('x'))
    expect(body.data?.players).toMatchObject([{ team: 'CHC', opponent: 'MIL', doubts: [] }])
  })

  it.each<[string, unknown]>([
    ['null', null],
    ['of another shape', { who: 'Ian Happ' }],
    ['of an unknown odds type', { ...CARD, oddsType: 'unicorn' }],
  ])('keeps the other rows of the model when a card is %s', async (_, card) => {
    const { ai } = await provider(JSON.stringify({ players: [card, { ...CARD, name: 'Nico Hoerner' }] }))
    const page = await serveExtractStats({ ai })
    const { body } = await page.send(scriptedImage('x'))
    expect(body.data?.reader).toBe('model')
    expect(body.data?.players.map(({ name }) => name)).toContain('Nico Hoerner')
  })

  it.each<[string, Reply]>([
    ['fails', 500],
    ['is rate limited', 429],
    ['hangs', 'hang'],
    ['answers with text', 'I am sorry, I cannot do that.'],
    ['answers in another shape', '{"players":[{"who":"Ian Happ"}]}'],
    ['finds no player', '{"players":[]}'],
  ])('returns the local reading when the provider %s', async (_, reply) => {
    const { ai } = await provider(reply, reply === 'hang' ? 1_000 : undefined)
    const page = await serveExtractStats({ ai })
    const { status, body } = await page.send(scriptedImage('x'))
    expect([status, body.data?.reader, body.data?.players[0]?.name]).toEqual([200, 'tesseract', 'Ian Happ'])
    expect(page.script.ledger).toEqual(['captured'])
  })

  it('aborts the model request when the client disconnects', async () => {
    const { ai, sent, closes } = await provider('hang')
    const page = await serveExtractStats({ ai })
    const client = new AbortController()
    const form = new FormData()
    form.append('image', new Blob([scriptedImage('x')]), 'a.png')
    const upload = page.upload(form, undefined, {
      headers: { authorization: `Bearer ${page.token}` },
      signal: client.signal,
    })
    await expect.poll(() => sent.length, POLL).toBe(1)
    client.abort()
    await expect(upload).rejects.toThrow()
    await expect.poll(() => closes, POLL).toEqual(['aborted'])
  })
})
