import { randomUUID } from 'node:crypto'
import { createAi, fakeDeps, generateParlays, startFakeAiProvider, testEnv } from '@propsight/api/testing'
import { generateParlayResponse } from '@propsight/shared/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clock, log, type ParlayFixture, startParlayFixture } from './parlay-fixture.ts'

let fixture: ParlayFixture
beforeAll(async () => {
  fixture = await startParlayFixture()
}, 120_000)
afterAll(() => fixture?.close())

/** Generates parlays with a model that answers with `sentenceOf` the facts in its prompt. */
async function generate(sentenceOf: (facts: Record<string, string>) => string) {
  const provider = await startFakeAiProvider()
  provider.answer(({ body }) => {
    const { messages } = JSON.parse(body) as { messages: { content: string }[] }
    return { says: sentenceOf(JSON.parse(messages[1]?.content ?? '') as Record<string, string>) }
  })
  const env = testEnv({
    AI_PROVIDER: 'openai-compatible',
    AI_BASE_URL: provider.url,
    AI_MODEL: 'peer-1',
  })
  try {
    const deps = fakeDeps({ env, clock, upstream: fixture.upstream, ai: await createAi(env, log) })
    const request = { idempotencyKey: randomUUID(), parlaySize: 3, myPicks: fixture.picks }
    return { prompts: provider.asked, ...(await generateParlays(deps, request)) }
  } finally {
    await provider.close()
  }
}

describe('P9 parlay insights worded by a model', () => {
  it('include the model’s sentence on the likeliest leg, and drop figures that were not computed', async () => {
    const { parlays, prompts } = await generate(
      ({ player, probability }) => `${player} is ${probability} to go that way. He hit 57 home runs in 1998.`,
    )
    expect(prompts.length).toBeGreaterThan(0)
    expect(prompts.length).toBeLessThanOrEqual(3)
    for (const { details } of parlays) {
      expect(details.wording).toBe('model')
      expect(details.insights.primary).toMatch(/^All 3 legs hit with /)
      const [first] = details.picks
      const percent = Math.round(first?.probability.value ?? 0)
      expect(details.insights.primary).toContain(`${first?.playerName} is ${percent}% likely to go that way.`)
      expect(JSON.stringify(details)).not.toContain('in 1998')
      expect(generateParlayResponse.shape.parlays.element.parse(details)).toEqual(details)
    }
  })

  it('use the engine’s wording when no sentence of the model is usable', async () => {
    const { parlays } = await generate(() => 'He is a lock tonight.')
    for (const { details } of parlays) {
      expect(details.wording).toBe('engine')
      expect(details.insights.primary).not.toContain('lock')
    }
  })
})
