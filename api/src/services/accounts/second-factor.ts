import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { ApiEnv } from '../../platform/config/env.ts'
import { badRequest, HttpError, toHttpError } from '../../platform/errors.ts'
import type { FactorsRepository } from '../../repositories/users.ts'

interface KeyPorts {
  readonly env: Pick<ApiEnv, 'SUPABASE_SECRET_KEY'>
}
export interface FactorPorts extends KeyPorts {
  readonly repositories: { readonly factors: Omit<FactorsRepository, 'remove'> }
}

/** Length of the secret in bytes: RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20
const PERIOD_SECONDS = 30
/** Periods before and after the current one that are accepted, for clocks that differ. */
const WINDOW = 1
const RECOVERY_CODES = 10
const RECOVERY_BYTES = 10

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Key for the stored secrets, derived from the secret key of the data service. */
const encryptionKey = ({ env }: KeyPorts) =>
  Buffer.from(hkdfSync('sha256', env.SUPABASE_SECRET_KEY, 'propsight', 'second factor 1', KEY_BYTES))

/** Encrypts a secret (AES-256-GCM), bound to its account: a row of another account cannot be copied. */
export function encryptSecret(deps: KeyPorts, userId: string, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', encryptionKey(deps), nonce).setAAD(Buffer.from(userId))
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')
}

/** @throws HttpError 409 when the secret key of the server has changed since the factor was set up */
export function decryptSecret(deps: KeyPorts, userId: string, stored: string): string {
  const bytes = Buffer.from(stored, 'base64url')
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  try {
    const decipher = createDecipheriv('aes-256-gcm', encryptionKey(deps), nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(userId))
      .setAuthTag(tag)
    const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch (cause) {
    const message = 'This second factor can no longer be read. The admin key can remove it.'
    throw new HttpError(409, 'CONFLICT', message, { cause })
  }
}

const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer: 'Propsight', label, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS })

/** The period of a code within the window, or null for a wrong code. */
function stepOf(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now, window: WINDOW })
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_SECONDS) + delta
}

const hashRecoveryCode = (code: string) =>
  createHash('sha256').update(code.replaceAll(/[\s-]/g, '').toLowerCase()).digest('hex')

/** A random recovery code of 80 bits: `1a2b3-c4d5e-6f708-192a3`. */
const createRecoveryCode = () =>
  randomBytes(RECOVERY_BYTES)
    .toString('hex')
    .replaceAll(/(.{5})(?=.)/g, '$1-')

const wrongCode = () => badRequest('This code is wrong, has expired or was used before')

/** An administrator's account and session. */
export interface FactorUser {
  id: string
  email: string
  sessionId: string
}

/** Begins a factor with a new secret. @throws HttpError 409 if the account has one */
export async function beginFactor(
  deps: FactorPorts,
  user: FactorUser,
): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: SECRET_BYTES }).base32
  await toHttpError(deps.repositories.factors.begin(user.id, encryptSecret(deps, user.id, secret)))
  return { secret, uri: totpOf(secret, user.email).toString() }
}

/**
 * Confirms a new factor by its first code.
 * @returns the recovery codes, which are shown once
 * @throws HttpError 400 for a wrong code, 409 without a begun factor
 */
export async function confirmFactor(deps: FactorPorts, user: FactorUser, code: string): Promise<string[]> {
  const { secret, enrolled } = await deps.repositories.factors.read(user.id, user.sessionId)
  if (secret === null || enrolled) throw new HttpError(409, 'CONFLICT', 'Set the second factor up first')
  const step = stepOf(decryptSecret(deps, user.id, secret), code, Date.now())
  if (step === null) throw wrongCode()
  const codes = Array.from({ length: RECOVERY_CODES }, createRecoveryCode)
  const isConfirmed = await deps.repositories.factors.confirm(user, step, codes.map(hashRecoveryCode))
  if (!isConfirmed) throw wrongCode()
  return codes
}

/**
 * Passes the second factor in this session, by the current code or by a recovery code. Each is accepted once.
 * @throws HttpError 400 for a wrong or used code
 */
export async function passFactor(deps: FactorPorts, user: FactorUser, code: string): Promise<void> {
  const { factors } = deps.repositories
  const { secret, enrolled } = await factors.read(user.id, user.sessionId)
  if (secret === null || !enrolled) throw wrongCode()
  const isTotp = /^\d{6}$/.test(code)
  if (!isTotp) {
    if (!(await factors.useRecoveryCode(user, hashRecoveryCode(code)))) throw wrongCode()
    return
  }
  const step = stepOf(decryptSecret(deps, user.id, secret), code, Date.now())
  if (step === null || !(await factors.pass(user, step))) throw wrongCode()
}
