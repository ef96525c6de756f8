import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPersonas, type Personas } from '../persona-clients.ts'
import { createRemoteCalls } from './remote-releases.ts'

let personas: Personas
let member: Awaited<ReturnType<Personas['createUser']>>
beforeAll(async () => {
  personas = await openPersonas()
  member = await personas.createUser()
})
afterAll(() => personas?.close())

const rpc = async (name: string, parameters: object = {}) => {
  const { data, status, error } = await personas.admin.rpc(name, parameters)
  return { data, status, message: error?.message }
}
const setting = (name: string, key: string, value: object | null) => ({
  p_name: name,
  p_key: key,
  p_setting: value,
  p_actor: 'suite',
  p_message: '',
})

describe('F2 the configuration of a remote', () => {
  it('has at most fifty values, only of remotes that exist', async () => {
    const { name, publish } = createRemoteCalls(personas.admin)
    const value = { value: 1, audience: {} }
    expect((await rpc('set_remote_config', setting(name, 'a', value))).status).toBe(404)
    expect((await rpc('remote_config_values', { p_name: name })).status).toBe(404)
    await publish('1.0.0')
    for (let index = 0; index < 50; index += 1)
      expect((await rpc('set_remote_config', setting(name, `a${index}`, value))).status).toBe(204)
    expect(await rpc('set_remote_config', setting(name, 'b', value))).toMatchObject({
      status: 409,
      message: expect.stringContaining('too many values'),
    })
    expect((await rpc('set_remote_config', setting(name, 'a0', { value: 'x', audience: {} }))).status).toBe(
      204,
    )
    expect((await rpc('set_remote_config', setting(name, 'a1', null))).status).toBe(204)
    const { data } = await rpc('remote_config_values', { p_name: name })
    expect(data).toHaveLength(49)
    expect(data[0]).toMatchObject({ key: 'a0', value: 'x', updatedBy: 'suite' })
  })

  it('is part of the document of its rollout, with the schema of each release', async () => {
    const { name, publish, row } = createRemoteCalls(personas.admin)
    const configSchema = { limit: { type: 'integer', default: 1 } }
    await publish('1.0.0', {}, { configSchema })
    await rpc('set_remote_config', setting(name, 'limit', { value: 2, audience: { percent: 5 } }))
    const audience = { cohort: ['beta'] }
    await publish('1.1.0', { channel: 'canary', percent: 100, audience }, { configSchema })
    expect((await row()).canary).toMatchObject({ version: '1.1.0', audience })
    const { data } = await rpc('rollouts')
    const found = data.find((each: { name: string }) => each.name === name)
    expect(found).toMatchObject({
      config: [{ key: 'limit', value: 2, audience: { percent: 5 } }],
      releases: [{ configSchema }, { configSchema }],
    })
    await publish('1.1.0', {}, { configSchema })
    expect((await row()).canary).toBeNull()
    expect((await publish('1.1.0', {}, { configSchema: {} })).message).toContain('with other content')
  })
})

describe('F2 a cohort', () => {
  const change = (cohort: string, isMember: boolean, email = member.email) =>
    rpc('set_cohort_member', { p_cohort: cohort, p_email: email, p_is_member: isMember, p_actor: 'suite' })

  it('has accounts, is audited once, and forgets a deleted account', async () => {
    const cohort = `c-${randomUUID().slice(0, 8)}`
    for (const isMember of [true, true, false]) expect((await change(cohort, isMember)).status).toBe(204)
    expect((await change(cohort, false)).status).toBe(404)
    expect((await change(cohort, true, 'absent@example.com')).status).toBe(404)
    expect((await change('No Cohort', true)).status).toBe(400)
    const { data: audit } = await rpc('admin_audit', { p_search: null, p_before: null, p_limit: 20 })
    const done = audit
      .filter((entry: { detail: { cohort?: string } }) => entry.detail.cohort === cohort)
      .map((entry: { action: string }) => entry.action)
    expect(done).toEqual(['cohort-remove', 'cohort-add'])

    const leaving = await personas.createUser()
    await change(cohort, true, leaving.email)
    expect((await rpc('audience_facts', { p_user: leaving.id })).data).toEqual({
      plan: 'free',
      isDeveloper: false,
      cohorts: [cohort],
    })
    await rpc('delete_account', { p_user: leaving.id, p_email: leaving.email })
    expect((await rpc('audience_facts', { p_user: leaving.id })).data).toBeNull()
    const { data: cohorts } = await rpc('list_cohorts')
    expect(cohorts.map(({ name }: { name: string }) => name)).not.toContain(cohort)
  })

  it.each([
    'set_remote_config',
    'remote_config_values',
    'set_cohort_member',
    'list_cohorts',
    'audience_facts',
  ])('is out of reach of users: %s', async (name) => {
    const answer = await personas.call(`/rest/v1/rpc/${name}`, {
      method: 'POST',
      token: member.token,
      body: '{}',
    })
    expect([401, 403, 404]).toContain(answer.status)
  })
})
