import * as z from 'zod'
import type { DataService } from './data-service.ts'

/** Changes of credit balances other than by runs. */
export interface CreditsRepository {
  /**
   * Grants the monthly credits to users whose period is due at `now`: one period per user, at most `limit`
   * users.
   * @returns number of granted periods; 0 when none is due
   */
  grant(now: Date, limit: number): Promise<number>
  /**
   * Adds `delta` credits, once per idempotency key.
   * @returns the new balance
   * @throws DatabaseRefusal 404, 409 'Not enough credits'
   */
  adjust(change: {
    userId: string
    delta: number
    reason: string
    idempotencyKey: string
    actor: string
  }): Promise<number>
  /** Refunds the credits of one run, once. @returns the new balance. @throws DatabaseRefusal 404, 409 */
  refund(runId: string, reason: string, actor: string): Promise<number>
  /** @throws DatabaseRefusal 404 */
  setPlan(change: { userId: string; plan: string; reason: string; actor: string }): Promise<void>
}

const nothing = z.unknown().transform(() => undefined)

/** Changes of credit balances and plans, through database functions. */
export const createCreditsRepository = (data: DataService): CreditsRepository => ({
  grant: (now, limit) =>
    data.rpc('grant_monthly_credits', { p_now: now.toISOString(), p_limit: limit }, z.int()),
  adjust: ({ userId, delta, reason, idempotencyKey, actor }) =>
    data.rpc(
      'adjust_credits',
      { p_user: userId, p_delta: delta, p_reason: reason, p_key: idempotencyKey, p_actor: actor },
      z.int(),
    ),
  refund: (runId, reason, actor) =>
    data.rpc('refund_run', { p_run: runId, p_reason: reason, p_actor: actor }, z.int()),
  setPlan: ({ userId, plan, reason, actor }) =>
    data.rpc('set_plan', { p_user: userId, p_plan: plan, p_reason: reason, p_actor: actor }, nothing),
})
