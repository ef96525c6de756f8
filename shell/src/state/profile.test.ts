import { describe, expect, it } from 'vitest'
import { fakeSupabase, profileRow, USER_ID } from '../testing/fake-services.tsx'
import { loadProfile } from './profile.ts'

const user = { id: USER_ID, email: 'rae@example.com' }
const NOT_ONE = { error: { message: 'not one row', code: 'PGRST116' } }

describe('A10 the profile', () => {
  it('is the first of several rows after PGRST116', async () => {
    const { client, answerProfiles, queries } = fakeSupabase()
    answerProfiles(NOT_ONE, { data: [profileRow({ credits: 7 })], error: null })
    expect((await loadProfile(client, user)).credits).toBe(7)
    expect(queries).toContain('limit')
    expect(queries).not.toContain('insert')
  })
  it('is created with 20 credits and plan free when there is none', async () => {
    const { client, answerProfiles, queries } = fakeSupabase()
    answerProfiles(NOT_ONE, { data: [], error: null }, { data: [profileRow()], error: null })
    expect(await loadProfile(client, user)).toMatchObject({ credits: 20, plan: 'free' })
    expect(queries).toContain('insert')
  })
  it('is read once more when the database creates the row itself', async () => {
    const { client, answerProfiles } = fakeSupabase()
    const refused = { error: { message: 'permission denied', code: '42501' } }
    answerProfiles(NOT_ONE, { data: [], error: null }, refused, { data: [profileRow()], error: null })
    expect((await loadProfile(client, user)).credits).toBe(20)
  })
  it('fails with any other error', async () => {
    const { client, answerProfiles } = fakeSupabase()
    answerProfiles({ error: { message: 'away', code: 'PGRST000' } })
    await expect(loadProfile(client, user)).rejects.toThrow('away')
  })
})
