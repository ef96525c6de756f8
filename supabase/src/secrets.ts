import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

const secretsSchema = z.object({
  /** Signs the sessions of the embedded data service (HS256). */
  jwtSecret: z.string().min(32),
  publishableKey: z.string().startsWith('sb_publishable_'),
  secretKey: z.string().startsWith('sb_secret_'),
  adminKey: z.string().min(16),
  cookieSecret: z.string().min(32),
  demo: z.object({ email: z.email(), password: z.string().min(6), accessCode: z.string().min(4) }),
})
export type Secrets = z.infer<typeof secretsSchema>

const random = (bytes: number) => randomBytes(bytes).toString('base64url')

const createSecrets = (): Secrets => ({
  jwtSecret: random(48),
  publishableKey: `sb_publishable_${random(18)}`,
  secretKey: `sb_secret_${random(24)}`,
  adminKey: random(24),
  cookieSecret: random(48),
  demo: {
    email: 'demo@propsight.example',
    password: random(12),
    accessCode: `PROP-${randomBytes(4).toString('hex').toUpperCase()}`,
  },
})

/**
 * Loads the secrets of an installation from `<home>/secrets.json`. Creates the file on first use, readable by
 * its owner only. Processes that start at the same time get the same secrets.
 * @param home the state folder; created when it does not exist
 * @throws Error that names the file when its content is invalid
 */
export function loadOrCreateSecrets(home: string): Secrets {
  mkdirSync(home, { recursive: true })
  const file = join(home, 'secrets.json')
  const found = readSecrets(file)
  if (found) return found

  const draft = join(home, `.secrets-${process.pid}-${random(6)}.json`)
  writeFileSync(draft, `${JSON.stringify(createSecrets(), null, 2)}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  })
  try {
    // Unlike a rename, a link fails when the file exists, so the first process wins.
    linkSync(draft, file)
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error
  } finally {
    unlinkSync(draft)
  }
  const secrets = readSecrets(file)
  if (!secrets) throw new Error(`${file} was deleted during its creation`)
  return secrets
}

function readSecrets(file: string): Secrets | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null
    throw error
  }
  const parsed = secretsSchema.safeParse(parseJson(text))
  if (!parsed.success) {
    throw new Error(`${file} does not contain valid secrets: ${z.prettifyError(parsed.error)}`)
  }
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isErrno = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code
