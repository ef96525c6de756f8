import {
  type CommonPasswordsResponse,
  emailExistsBody,
  redeemBody,
  reserveBody,
} from '@propsight/shared/contracts'
import { type AuthPorts, requireUser, userOf } from '../http/auth.ts'
import { type ApiContext, type ApiRouter, createRouter } from '../http/context.ts'
import { SIGN_UPS } from '../http/data-service-mount.ts'
import { createCounters, emailKey, enforceForAccount, type LimitPorts, limit } from '../http/rate-limit.ts'
import { constantJson } from '../http/response-headers.ts'
import { readBody } from '../http/validate.ts'
import { addressKey } from '../platform/address-keys.ts'
import type { ApiEnv } from '../platform/config/env.ts'
import type { RateRule } from '../platform/rate-limits.ts'
import type { AccessRepository } from '../repositories/access.ts'
import { type AccessPorts, redeemAccess, reserveAccess } from '../services/accounts/access.ts'
import { listCommonPasswords } from '../services/accounts/common-passwords.ts'

const MAX_AGE_SECONDS = 86_400

/**
 * `GET /api/common-passwords`: the passwords that sign-up refuses, without sign-in. The page compares them
 * itself, so that no password is sent before the account is created.
 */
export const commonPasswordsRoutes = (
  deps: LimitPorts & { readonly env: Pick<ApiEnv, 'PASSWORD_MIN_LENGTH'> },
): ApiRouter => {
  const answer: CommonPasswordsResponse = { passwords: listCommonPasswords(deps.env.PASSWORD_MIN_LENGTH) }
  const body = JSON.stringify(answer)
  return createRouter().get(
    '/api/common-passwords',
    limit(deps, { name: 'common-passwords-address', points: 60, seconds: 60, by: 'address' }),
    constantJson(body, MAX_AGE_SECONDS),
  )
}

const HOUR_SECONDS = 3_600
/**
 * By design `email-exists` reveals whether an e-mail has an account (A4), so these limits are the protection.
 */
const tenAnHour = (name: string): RateRule => ({ name, points: 10, seconds: HOUR_SECONDS })
const LOOKUPS = tenAnHour('email-exists-address')
const RESERVATIONS = tenAnHour('reserve-address')
/** One forgiven sign-up of an e-mail address an hour: a reservation can be renewed without another code. */
const FORGIVEN: RateRule = { name: 'reserve-forgiven', points: 1, seconds: HOUR_SECONDS }

/**
 * Takes the calls of a sign-up with a valid access code off the limits of its network address. Colleagues behind
 * one address can then sign up one after another, while guesses of codes and lookups of e-mails are limited as
 * before: each forgiven call costs a place of a code.
 */
async function forgiveSignUp({ limits }: LimitPorts, ctx: ApiContext, email: string): Promise<void> {
  if (!(await limits.consume(FORGIVEN, emailKey(email))).allowed) return
  const counters = [LOOKUPS, RESERVATIONS, SIGN_UPS].flatMap((rule) =>
    createCounters(ctx, { ...rule, by: 'address' }),
  )
  for (const { rule, key } of counters) await limits.reward(rule, key)
}

type AccessRoutesPorts = LimitPorts &
  AuthPorts &
  AccessPorts & {
    readonly env: Pick<ApiEnv, 'REGION_HEADER'>
    readonly repositories: { readonly access: Pick<AccessRepository, 'emailExists'> }
  }

export const accessRoutes = (deps: AccessRoutesPorts): ApiRouter =>
  createRouter()
    .post('/api/access/email-exists', limit(deps, { ...LOOKUPS, by: 'address' }), async (ctx) => {
      const { email } = await readBody(ctx, emailExistsBody)
      await enforceForAccount(deps, ctx, tenAnHour('email-exists-email'), email)
      const exists = await deps.repositories.access.emailExists(email)
      ctx.body = { exists, codeRequired: !exists && !deps.env.PRIVILEGED_EMAILS.has(email) }
    })
    .post('/api/access/reserve', limit(deps, { ...RESERVATIONS, by: 'address' }), async (ctx) => {
      const body = await readBody(ctx, reserveBody)
      await enforceForAccount(deps, ctx, tenAnHour('reserve-email'), body.email)
      const { REGION_HEADER } = deps.env
      const seenRegion = REGION_HEADER ? ctx.get(REGION_HEADER) : ''
      ctx.body = await reserveAccess(deps, body, { network: addressKey(ctx.ip), seenRegion })
      if (!deps.env.PRIVILEGED_EMAILS.has(body.email)) await forgiveSignUp(deps, ctx, body.email)
    })
    .post(
      '/api/access/redeem',
      limit(deps, { name: 'redeem-address', points: 60, seconds: 60, by: 'address' }),
      requireUser(deps),
      limit(deps, { name: 'redeem', points: 30, seconds: 60, by: 'user' }),
      async (ctx) => {
        const { code } = await readBody(ctx, redeemBody)
        ctx.body = await redeemAccess(deps, userOf(ctx).id, code)
      },
    )
