import type { Deps } from '../deps.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { isLocalVisitor } from '../http/loopback.ts'
import { notFound } from '../platform/errors.ts'
import { MAILBOX_POLICY, renderMailbox } from '../services/operations/mailbox-page.ts'

/**
 * Mails of the embedded data service. They contain sign-in links, so only clients on this machine may read
 * them.
 */
export const mailboxRoutes = (deps: Deps): ApiRouter =>
  createRouter().get(['/dev/mailbox', '/dev/mailbox.json'], async (ctx) => {
    if (!deps.mailbox || !isLocalVisitor(ctx)) throw notFound()
    const mails = await deps.mailbox.list()
    ctx.set('Cache-Control', 'no-store')
    if (ctx.path.endsWith('.json') || ctx.accepts('html', 'json') === 'json') {
      ctx.body = { mails }
      return
    }
    ctx.set('Content-Security-Policy', MAILBOX_POLICY)
    ctx.type = 'text/html; charset=utf-8'
    ctx.body = renderMailbox(mails)
  })
