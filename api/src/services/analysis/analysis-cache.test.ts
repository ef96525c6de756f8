import { expect, it } from 'vitest'
import { type Analysis, createAnalysisCache } from './analysis-cache.ts'

const analysis = (engine: string): Analysis => ({
  recommendations: [],
  passedOver: [],
  engine,
  wording: { by: 'engine', model: null, dropped: 0 },
})

it('N4 an analysis is computed once per run and question, also for parallel requests', async () => {
  const analyses = createAnalysisCache()
  let computed = 0
  const compute = async () => {
    computed += 1
    return analysis(String(computed))
  }
  const [first, again] = await Promise.all([
    analyses.of('run', { most: 2 }, compute),
    analyses.of('run', { most: 2 }, compute),
  ])
  expect(again).toBe(first)
  expect(await analyses.of('run', { most: 2 }, compute)).toBe(first)
  expect(await analyses.of('run', { most: 3 }, compute)).not.toBe(first)
  expect(await analyses.of('other', { most: 2 }, compute)).not.toBe(first)
  expect(computed).toBe(3)
})

it('N4 a failed analysis is not cached', async () => {
  const analyses = createAnalysisCache()
  const failing = async () => Promise.reject(new Error('unavailable'))
  await expect(analyses.of('run', 1, failing)).rejects.toThrow('unavailable')
  expect((await analyses.of('run', 1, async () => analysis('1'))).engine).toBe('1')
})

it('N4 at most three analyses of a run use the model, and at most 300 analyses are cached', async () => {
  const analyses = createAnalysisCache()
  const modelAllowed: boolean[] = []
  const compute = async (withModel: boolean) => {
    modelAllowed.push(withModel)
    return analysis('1')
  }
  for (const most of [1, 2, 3, 4, 5]) await analyses.of('run', most, compute)
  expect(modelAllowed).toEqual([true, true, true, false, false])
  for (let other = 0; other < 300; other += 1) await analyses.of(`run ${other}`, 1, compute)
  const before = modelAllowed.length
  await analyses.of('run', 1, compute)
  await analyses.of('run 299', 1, compute)
  expect(modelAllowed.length).toBe(before + 1)
})
