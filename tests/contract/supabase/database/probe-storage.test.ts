import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPersonas, type Personas } from '../persona-clients.ts'

let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())

describe.skipIf(process.env.SUPABASE_URL)('the probe of the database disk', () => {
  const probe = (setting: string) => {
    const { embedded } = personas.service
    if (!embedded) throw new Error('only the embedded service gives its connection')
    return embedded.sql.begin(async (sql) => {
      await sql.unsafe(setting)
      await sql`select public.probe_storage()`
    })
  }

  it('succeeds where the disk can be written', async () => {
    await expect(probe('select 1')).resolves.toBeUndefined()
  })
  it('writes to the disk, so that it fails when nothing can be written', async () => {
    await expect(probe('set local temp_file_limit = 0')).rejects.toThrow(/temp_file_limit/)
  })
  it('fails with the code of a full disk when the project is read-only', async () => {
    await expect(probe('set local default_transaction_read_only = on')).rejects.toMatchObject({
      code: '53100',
    })
  })
})
