import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('config.toml does not require a mailed code for a new password, which the form cannot send', async () => {
  const config = await readFile(join(import.meta.dirname, '../config.toml'), 'utf8')
  expect(/^secure_password_change = (.*)$/m.exec(config)?.[1]).toBe('false')
})
