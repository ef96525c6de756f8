import { describe, expect, it } from 'vitest'
import { testEnv } from '../../testing/test-env.ts'
import { requireOpenRegion } from './access.ts'

const env = (CLOSED_REGIONS: string) => testEnv({ CLOSED_REGIONS })
const CLOSED = { status: 403, code: 'REGION_CLOSED', message: 'Propsight is not open in your region yet.' }
const UNCLEAR = { status: 400, code: 'BAD_REQUEST', message: 'Please choose your region' }

describe('region check', () => {
  it('accepts any request when no region is closed', () => {
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
  ])('with %s closed refuses the declared region %s seen as %s', (closed, declared, seen) => {
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
  ])('with %s closed accepts the declared region %s seen as %s', (closed, declared, seen) => {
    expect(() => requireOpenRegion(env(closed), declared, seen)).not.toThrow()
  })

  it.each([
    ['US', undefined],
    ['US-WA', undefined],
    // The state decides, so the country alone is not enough.
    ['US-WA', 'US'],
  ])('with %s closed requires a region for the declared value %s', (closed, declared) => {
    expect(() => requireOpenRegion(env(closed), declared, '')).toThrow(expect.objectContaining(UNCLEAR))
  })
})
