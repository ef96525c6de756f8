import { syncPicksBody } from '@propsight/shared/contracts'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { parseAs, parseBody } from './parse.ts'

const failureOf = async (work: () => unknown) => {
  try {
    await work()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('nothing was refused')
}

/** A schema that counts how many elements it looked at. */
function countingSchema() {
  const looked = vi.fn((value: number) => value > 0)
  const element = z.object({
    n: z.number().refine(looked, 'not above 0'),
    inner: z.array(z.number()).max(3).optional(),
  })
  return { looked, schema: z.strictObject({ id: z.string(), list: z.array(element).min(1).max(1_000) }) }
}

describe('parseBody', () => {
  it('returns what the schema returns, with transforms and in the same order', async () => {
    const schema = z.strictObject({
      b: z.string().trim(),
      a: z.array(z.object({ n: z.string().trim() })).max(200),
    })
    const value = { b: ' x ', a: Array.from({ length: 150 }, (_, at) => ({ n: ` ${at} `, more: 1 })) }
    expect(await parseBody(schema, value)).toEqual(schema.parse(value))
  })
  it('ends at the first fault of a list', async () => {
    const { looked, schema } = countingSchema()
    const list = Array.from({ length: 900 }, (_, at) => ({ n: at < 5 ? 1 : -1 }))
    expect(await failureOf(() => parseBody(schema, { id: 'x', list }))).toBe('list.5.n: not above 0')
    expect(looked).toHaveBeenCalledTimes(6)
  })
  it('checks the lengths of lists before any element', async () => {
    const { looked, schema } = countingSchema()
    const list = Array.from({ length: 1_001 }, () => ({ n: 1 }))
    expect(await failureOf(() => parseBody(schema, { id: 'x', list }))).toContain('list: Too big')
    const inner = Array<string>(100_000).fill('x')
    expect(await failureOf(() => parseBody(schema, { id: 'x', list: [{ n: 1, inner }] }))).toContain(
      'list.0.inner: Too big',
    )
    expect(looked).not.toHaveBeenCalled()
  })
  it.each([
    ['a missing list', { id: 'x' }, 'list'],
    ['a list that is none', { id: 'x', list: 'none' }, 'list'],
    ['an empty list', { id: 'x', list: [] }, 'list'],
    ['a fault outside of the list', { id: 1, list: [{ n: 1 }] }, 'id'],
    ['an unknown name', { id: 'x', list: [{ n: 1 }], more: 1 }, 'more'],
    ['a text that cannot be stored', { id: 'x\0', list: [{ n: 1 }] }, 'cannot be stored'],
    ['such a text in an element', { id: 'x', list: [{ n: 1, 'a\0': 1 }] }, 'cannot be stored'],
    ['no object', [1], 'object'],
    ['nothing', null, 'object'],
  ])('refuses %s', async (_what, value, part) => {
    expect(await failureOf(() => parseBody(countingSchema().schema, value))).toContain(part)
  })
  it('refuses a thousand picks that consist of faults after the first one', async () => {
    const safeParse = vi.spyOn(syncPicksBody.shape.picks.element, 'safeParse')
    const picks = Array.from({ length: 1_000 }, () => ({ games: Array(25).fill({}) }))
    expect(await failureOf(() => parseBody(syncPicksBody, { picks }))).toContain('picks.0.id')
    expect(safeParse).toHaveBeenCalledTimes(1)
  })
})

describe('parseAs', () => {
  it('checks the lengths of lists before their elements', async () => {
    const { looked, schema } = countingSchema()
    const list = Array.from({ length: 100_000 }, () => ({ n: 1 }))
    expect(await failureOf(() => parseAs(schema, { id: 'x', list }))).toContain('list: Too big')
    expect(looked).not.toHaveBeenCalled()
  })
  it('cuts a message that repeats names of the request', async () => {
    const named = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`name-${at}`, 1]))
    expect((await failureOf(() => parseAs(z.strictObject({}), named))).length).toBeLessThanOrEqual(300)
  })
})
