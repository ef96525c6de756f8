import { contactBody } from '@propsight/shared/contracts'
import { type AuthPorts, optionalUser } from '../http/auth.ts'
import { type ApiMiddleware, type ApiRouter, createRouter } from '../http/context.ts'
import { enforceForAccount, type LimitPorts, limit } from '../http/rate-limit.ts'
import { JSON_LIMITS } from '../http/request-body.ts'
import { readBody } from '../http/validate.ts'
import { notFound } from '../platform/errors.ts'
import type { RateRule } from '../platform/rate-limits.ts'
import { type ContactPorts, storeAndSendMessage } from '../services/operations/contact.ts'

/** The longest message, with every character escaped. */
const LIMIT_BYTES = 64 * 1024
const fiveAnHour = (name: string): RateRule => ({ name, points: 5, seconds: 3_600 })

/** Refuses messages when no mail is configured, since no one would read them. */
const requireMailServer =
  ({ env }: ContactPorts): ApiMiddleware =>
  async (_ctx, next) => {
    if (env.SMTP_URL === undefined) throw notFound('No mail is set up here, so nothing was sent.')
    await next()
  }

export const contactRoutes = (deps: LimitPorts & AuthPorts & ContactPorts): ApiRouter =>
  createRouter().post(
    '/api/contact',
    requireMailServer(deps),
    limit(deps, { ...fiveAnHour('contact-address'), by: 'address' }),
    optionalUser(deps),
    async (ctx) => {
      const message = await readBody(ctx, contactBody, { ...JSON_LIMITS, bytes: LIMIT_BYTES })
      await enforceForAccount(deps, ctx, fiveAnHour('contact-email'), message.email)
      ctx.body = await storeAndSendMessage(deps, message, ctx.state.user?.id ?? null)
    },
  )
