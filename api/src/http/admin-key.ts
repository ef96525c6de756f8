import type { Deps } from '../deps.ts'
import { HttpError, unauthorized } from '../platform/errors.ts'
import type { RateRule } from '../platform/rate-limits.ts'
import { secretsEqual } from '../platform/signer.ts'
import type { ApiContext } from './context.ts'
import { keyOf } from './rate-limit.ts'

/**
 * The fifth wrong key or token of an address locks it, since the admin key is chosen by people and can be
 * guessed.
 */
const LOCK_SECONDS = 15 * 60
const WRONG_KEYS: RateRule = {
  name: 'deploy-keys',
  points: 4,
  seconds: LOCK_SECONDS,
  blockSeconds: LOCK_SECONDS,
}

export type KeyDeps = Pick<Deps, 'env' | 'limits' | 'metrics'>

/** The last pending guess of each address. */
const guessing = new Map<string, Promise<unknown>>()

/** Checks the guesses of an address one after the other: a hundred parallel ones would all pass the lock. */
async function inTurn<T>(address: string, guess: () => Promise<T>): Promise<T> {
  const mine = (guessing.get(address) ?? Promise.resolve()).then(guess)
  const settled = mine.catch(() => undefined)
  guessing.set(address, settled)
  try {
    return await mine
  } finally {
    if (guessing.get(address) === settled) guessing.delete(address)
  }
}

/** @throws HttpError 429 while the address is locked */
export async function refuseLocked(deps: KeyDeps, ctx: ApiContext): Promise<void> {
  const { allowed, retryAfterSeconds } = await deps.limits.peek(WRONG_KEYS, keyOf(ctx, 'address'))
  if (allowed) return
  deps.metrics.limited.inc({ rule: WRONG_KEYS.name })
  throw new HttpError(429, 'RATE_LIMITED', 'Too many wrong keys or tokens. Wait before you try again.', {
    headers: { 'Retry-After': String(retryAfterSeconds) },
  })
}

/** Logs a refusal, never the rejected key or token. @returns the refusal, to be thrown */
export function tell(ctx: ApiContext, refusal: HttpError): HttpError {
  ctx.state.log.warn({ address: ctx.ip, reason: refusal.message }, 'an admin key or deploy token was refused')
  return refusal
}

export const isAdminKey = ({ env }: Pick<Deps, 'env'>, given: string): boolean =>
  env.ADMIN_KEY !== undefined && secretsEqual(given, env.ADMIN_KEY)

/**
 * Admits the admin key; anything else counts as a guess.
 * @param words message of the refusal
 * @throws HttpError 401, 429 while the address is locked
 */
export async function requireKey(
  deps: KeyDeps,
  ctx: ApiContext,
  given: string,
  words: string,
): Promise<void> {
  const address = keyOf(ctx, 'address')
  await inTurn(address, async () => {
    await refuseLocked(deps, ctx)
    if (isAdminKey(deps, given)) return
    await deps.limits.consume(WRONG_KEYS, address)
    throw tell(ctx, unauthorized(words))
  })
}
