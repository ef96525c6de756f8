import { describe, expect, it } from 'vitest'
import { testEnv } from '../testing/test-env.ts'
import { requireOpenRegion } from './regions.ts'

const env = (CLOSED_REGIONS: string) => testEnv({ CLOSED_REGIONS })
const CLOSED = { status: 403, code: 'REGION_CLOSED', message: 'Propsight is not open in your region yet.' }
const UNCLEAR = { status: 400, code: 'BAD_REQUEST', message: 'Please choose your region' }

describe('regions', () => {
  it('are not asked where none is closed', () => {
    expect(() => requireOpenRegion(env(''), undefined, 'US')).not.toThrow()
  })

  it.each([
    ['US', 'US', ''],
    ['US', 'US-WA', ''],
    ['us, fr', 'FR', ''],
    ['US-WA', 'US-WA', ''],
    ['US-WA', 'US-NY', 'us-wa'],
    ['US', 'FR', 'US'],
    ['US', undefined, 'US'],
    ['US', 'FR', 'FR, US'],
    ['US', 'FR', 'US,FR'],
  ])('closed: %s refuses %s, seen in %s', (closed, declared, seen) => {
    expect(() => requireOpenRegion(env(closed), declared, seen)).toThrow(expect.objectContaining(CLOSED))
  })

  it.each([
    ['US', 'FR', ''],
    ['US', 'FR', 'DE'],
    ['US-WA', 'US-NY', 'US'],
    ['US-WA', 'US-NY', 'US-NY'],
    ['US', 'FR', 'XX'],
    ['US', 'FR', 'T1'],
    ['US', 'FR', "US', 'x"],
    ['US', 'UM', ''],
  ])('closed: %s lets %s in, seen in %s', (closed, declared, seen) => {
    expect(() => requireOpenRegion(env(closed), declared, seen)).not.toThrow()
  })

  it.each([
    ['US', undefined],
    ['US-WA', undefined],
    // Which state it is decides.
    ['US-WA', 'US'],
  ])('closed: %s asks who declares %s', (closed, declared) => {
    expect(() => requireOpenRegion(env(closed), declared, '')).toThrow(expect.objectContaining(UNCLEAR))
  })
})
