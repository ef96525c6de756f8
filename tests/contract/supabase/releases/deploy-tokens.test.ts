import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPersonas, type Personas } from '../persona-clients.ts'

let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())

const hashOf = () => randomBytes(32).toString('hex')
const createToken = (name: string, hash: string, days = 9, label = 'CI') =>
  personas.admin.rpc('create_deploy_token', {
    p_name: name,
    p_label: label,
    p_hash: hash,
    p_days: days,
    p_actor: 'suite',
  })
const useToken = async (hash: string, name: string | null) =>
  (await personas.admin.rpc('use_deploy_token', { p_hash: hash, p_name: name, p_action: 'deploy' })).data
const revokeToken = async (name: string, id: string) =>
  (await personas.admin.rpc('revoke_deploy_token', { p_name: name, p_id: id, p_actor: 'suite' })).data

describe('a deploy token', () => {
  it('authorizes its own remote until it is revoked, and every use is recorded', async () => {
    const hash = hashOf()
    const { data: created } = await createToken('picks', hash)
    expect(created).toMatchObject({ name: 'picks', label: 'CI' })
    expect(await useToken(hash, 'picks')).toEqual({
      id: created.id,
      name: 'picks',
      label: 'CI',
      outcome: 'accepted',
    })
    expect(await useToken(hash, null)).toMatchObject({ name: 'picks', outcome: 'accepted' })
    expect(await useToken(hash, 'weather')).toMatchObject({ outcome: 'other-remote' })
    expect(await revokeToken('weather', created.id)).toBe(false)
    expect(await revokeToken('picks', created.id)).toBe(true)
    expect(await revokeToken('picks', created.id)).toBe(true)
    expect(await useToken(hash, 'picks')).toMatchObject({ outcome: 'revoked' })
    expect(await useToken(hashOf(), 'picks')).toBeNull()

    const { data } = await personas.admin.rpc('list_deploy_tokens', { p_name: 'picks' })
    const listed = data.find((row: { id: string }) => row.id === created.id)
    expect(listed).toMatchObject({ uses: 2, refused: 2, revokedAt: expect.any(String) })
    expect(JSON.stringify(data)).not.toContain(hash)
    const uses = await personas.admin
      .from('deploy_token_uses')
      .select('name, outcome')
      .eq('token_id', created.id)
    expect(uses.data).toEqual([
      { name: 'picks', outcome: 'accepted' },
      { name: 'picks', outcome: 'accepted' },
      { name: 'weather', outcome: 'other-remote' },
      { name: 'picks', outcome: 'revoked' },
    ])
  })

  it('is refused after it expired', async () => {
    const hash = hashOf()
    await createToken('picks', hash, -1)
    expect(await useToken(hash, 'picks')).toMatchObject({ outcome: 'expired' })
  })

  it.each([
    ['an invalid name', 'Not/a name', hashOf(), 'CI'],
    ['the token in place of its hash', 'picks', `psd_${'A'.repeat(43)}`, 'CI'],
    ['no label', 'picks', hashOf(), ''],
  ])('is not created with %s', async (_, name, hash, label) => {
    expect((await createToken(name, hash, 9, label)).status).toBe(400)
  })

  it('is not created with the hash of another one', async () => {
    const hash = hashOf()
    await createToken('picks', hash)
    expect((await createToken('weather', hash)).status).toBe(409)
  })
})

describe('a developer', () => {
  const setDeveloper = (email: string, granted: boolean) =>
    personas.admin.rpc('set_developer', { p_email: email, p_granted: granted })
  const isDeveloper = async (user: string) =>
    (await personas.admin.rpc('is_developer', { p_user: user })).data

  it('is an account with a row that only this account can read', async () => {
    const ada = await personas.createUser()
    const eve = await personas.createUser()
    expect(await isDeveloper(ada.id)).toBe(false)
    expect((await setDeveloper(ada.email.toUpperCase(), true)).error).toBeNull()
    expect((await setDeveloper(ada.email, true)).error).toBeNull()
    expect(await isDeveloper(ada.id)).toBe(true)
    expect((await ada.client.from('developers').select('user_id')).data).toEqual([{ user_id: ada.id }])
    expect((await eve.client.from('developers').select('user_id')).data).toEqual([])
    expect((await setDeveloper(ada.email, false)).error).toBeNull()
    expect(await isDeveloper(ada.id)).toBe(false)
  })
  it('cannot be added without an account', async () => {
    expect((await setDeveloper(`${randomUUID()}@example.com`, true)).status).toBe(404)
  })
})
