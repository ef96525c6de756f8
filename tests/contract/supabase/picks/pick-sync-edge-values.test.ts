import { pickSchema } from '@propsight/shared/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPersonas, type Personas, type User } from '../persona-clients.ts'
import { createPick, newPickId } from '../pick-fixtures.ts'

let personas: Personas
let user: User
beforeAll(async () => {
  personas = await openPersonas()
  user = await personas.createUser()
})
afterAll(() => personas?.close())

const merge = (p_picks: object[]) => personas.admin.rpc('merge_picks', { p_user: user.id, p_picks })

/** Values that the contract accepts and a column does not. */
const ODD = {
  'a time zone offset of +23:59': { createdAt: '2026-07-18T15:00:00+23:59' },
  'the year 0': { createdAt: '0000-01-01T00:00:00Z', expiresAt: '0000-01-02T00:00:00Z' },
  'the year 9999': { expiresAt: '9999-12-31T23:59:59Z' },
  'a projection of 200 digits': { projectedStatLine: '9'.repeat(200) },
  'a percentage of 1e-310': { overHitPercentage: 1e-310 },
  'markup as a name': { playerName: '<img src=x onerror=alert(1)>' },
} as const

/** Values that neither the contract nor a column accepts. */
const REFUSED = {
  'a line of 1e300': {
    bettingAnalysis: { projectedTotal: null, recommendation: 'OVER', bettingLine: 1e300 },
  },
  'a projection of -1e300': {
    bettingAnalysis: { projectedTotal: -1e300, recommendation: 'OVER', bettingLine: 1.5 },
  },
}

describe('P4 a synced list with a pick', () => {
  it.each([
    ...Object.entries(ODD).map(([name, changes]) => [name, changes, true] as const),
    ...Object.entries(REFUSED).map(([name, changes]) => [name, changes, false] as const),
  ])('that has %s keeps every other pick', async (_, changes, isAccepted) => {
    const odd = { ...createPick(), ...changes }
    expect(pickSchema.safeParse(odd).success).toBe(isAccepted)
    const good = [createPick(), createPick({ id: newPickId() })]
    const { data, error } = await merge([good[0] ?? {}, odd, good[1] ?? {}])
    expect(error).toBeNull()
    expect(data.added).toEqual(expect.arrayContaining(good.map(({ id }) => id)))
  })
})
