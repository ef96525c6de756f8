import { randomUUID } from 'node:crypto'
import { seedDemo } from '@propsight/supabase/seed'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newEmail, openPersonas, type Personas } from '../persona-clients.ts'

let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())

it('the demo account is created once, and a start learns that its password was changed', async () => {
  const { url, publishableKey, secretKey } = personas.service
  const demo = { email: newEmail(), password: `demo-${randomUUID()}`, accessCode: `DEMO-${randomUUID()}` }
  const seed = () => seedDemo({ url, publishableKey, secretKey, demo })
  expect([await seed(), await seed()]).toEqual([false, false])
  const { auth } = createClient(url, publishableKey, { auth: { persistSession: false } })
  const { error } = await auth.signInWithPassword(demo)
  expect(error).toBeNull()
  const change = { password: `changed-${randomUUID()}`, current_password: demo.password }
  expect((await auth.updateUser(change)).error).toBeNull()
  expect(await seed()).toBe(true)
})
