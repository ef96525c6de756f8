import { randomUUID } from 'node:crypto'
import {
  createAi,
  fakeDeps,
  generateParlays,
  startFakeAiProvider,
  testEnv,
  writeInsights,
} from '@propsight/api/testing'
import { generateParlayResponse } from '@propsight/shared/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clock, log, type ParlayFixture, startParlayFixture } from './parlay-fixture.ts'

let fixture: ParlayFixture
beforeAll(async () => {
  fixture = await startParlayFixture()
}, 120_000)
afterAll(() => fixture?.close())

/** Generates parlays with a model that chooses `ids` for every leg. */
async function generate(ids: readonly string[]) {
  const provider = await startFakeAiProvider()
  provider.answer(() => ({ says: JSON.stringify({ ids }) }))
  const env = testEnv({
    AI_PROVIDER: 'openai-compatible',
    AI_BASE_URL: provider.url,
    AI_MODEL: 'peer-1',
  })
  try {
    const deps = fakeDeps({ env, clock, upstream: fixture.upstream, ai: await createAi(env, log) })
    const request = { idempotencyKey: randomUUID(), parlaySize: 3, myPicks: fixture.picks }
    return {
      prompts: provider.asked,
      ...(await generateParlays(deps, request, (parlays) => writeInsights(deps, parlays))),
    }
  } finally {
    await provider.close()
  }
}

describe('P9 parlay insights chosen by a model', () => {
  it('include the chosen sentences on the likeliest leg, and nothing else of the model', async () => {
    const { parlays, prompts } = await generate(['He hit 57 home runs in 1998.', 'venue', 'record'])
    expect(prompts.length).toBeGreaterThan(0)
    expect(prompts.length).toBeLessThanOrEqual(3)
    for (const { details } of parlays) {
      expect(details.wording).toBe('model')
      expect(details.insights.primary).toMatch(/^All 3 legs hit with /)
      const [first] = details.picks
      expect(details.insights.primary).toMatch(
        new RegExp(
          `likeliest leg is ${first?.playerName}, .* this season\\. Went over in .* this season\\.$`,
        ),
      )
      expect(JSON.stringify(details)).not.toContain('in 1998')
      expect(generateParlayResponse.shape.parlays.element.parse(details)).toEqual(details)
    }
  })

  it('are those of the engine when the model chooses no known sentence', async () => {
    const { parlays } = await generate(['He is a lock tonight.'])
    for (const { details } of parlays) {
      expect(details.wording).toBe('engine')
      expect(details.insights.primary).not.toContain('lock')
    }
  })
})
