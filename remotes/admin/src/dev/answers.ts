import { type ApiCall, defineAnswers, refuse } from '@propsight/harness'
import type { AccessCodeRow, AdminUserRow, AuditRow } from '@propsight/shared/contracts'
import { ledgerOf, releasesOf, rollouts, telemetryOf } from './samples.ts'

/**
 * The valid key of the harness. The key `locked` is answered like the sixth wrong attempt, any other as
 * wrong.
 */
const KEY = 'admin-key'
const HOUR_MS = 3_600_000
const PAGE = 50
const ago = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString()

let opened = false
let codes: AccessCodeRow[] = Array.from({ length: 130 }, (_, index) => ({
  code: index ? `WAVE-${String(130 - index).padStart(3, '0')}` : 'PRESS-BOX',
  uses_count: index % 7,
  max_uses: index % 5 ? 10 : Math.max(1, index % 7),
  reserved: index === 1 ? 2 : 0,
  expires_at: index % 4 ? null : ago(index % 8 ? -240 : 24),
  notes: index === 0 ? 'For the writers of the opening series' : null,
  created_at: ago(index * 9),
}))
const deleted = new Map<string, AccessCodeRow>()
const users: AdminUserRow[] = ['rae@example.com', 'ike.barrow@example.com', 'tomas.wynn@example.com'].map(
  (email, index) => ({
    userId: `00000000-0000-4000-8000-00000000000${index + 1}`,
    email,
    emailVerifiedAt: index === 1 ? null : ago(400),
    credits: [17, 1_240, 0][index] ?? 0,
    plan: (['free', 'premium', 'basic'] as const)[index] ?? 'free',
    createdAt: ago(700 + index * 40),
    lastSignInAt: index === 2 ? null : ago(3 + index),
    isAdmin: index === 0,
    excludedUntil: index === 2 ? ago(-900) : null,
  }),
)
let admins = users.slice(0, 1).map(({ userId, email }) => ({ userId, email, grantedAt: ago(500) }))
const audit: AuditRow[] = []
const logAction = (action: string, target: string, detail: Record<string, unknown> = {}) =>
  audit.unshift({ id: audit.length + 1, at: ago(0), actor: 'admin key', action, target, detail })
logAction('create-code', 'PRESS-BOX', { maxUses: 10 })

/** The harness has no empty scenario. Nothing here costs credits, so `no-credits` is used for empty lists. */
const isEmpty = ({ scenario }: ApiCall) => scenario === 'no-credits'
/** Answers only if the key was entered or a user is signed in; else refuses with 401. */
const whenAllowed = (answer: (call: ApiCall) => unknown) => (call: ApiCall) =>
  opened || call.user ? answer(call) : refuse(401, 'UNAUTHORIZED', 'Enter the admin key')

function page<T>(call: ApiCall, rows: readonly T[], textOf: (row: T) => string) {
  const search = call.query.search?.toLowerCase() ?? ''
  const found = isEmpty(call) ? [] : rows.filter((row) => textOf(row).toLowerCase().includes(search))
  const from = Number(call.query.after ?? 0)
  const next = from + PAGE < found.length ? String(from + PAGE) : null
  return { rows: found.slice(from, from + PAGE), total: found.length, next }
}
const bodyOf = <T>(call: ApiCall): T => call.body as T

function create(made: { code: string; maxUses?: number; expiresAt?: string | null; notes?: string | null }) {
  const { code, maxUses = 1, expiresAt = null, notes = null } = made
  const limits = { uses_count: 0, max_uses: maxUses, reserved: 0 }
  codes = [{ code, ...limits, expires_at: expiresAt, notes, created_at: ago(0) }, ...codes]
  logAction('create-code', code, { maxUses })
}

export default defineAnswers({
  api: {
    'GET /api/admin/session': whenAllowed(({ user }) => ({
      by: opened || !user ? 'key' : 'account',
      expiresAt: opened ? ago(-0.5) : null,
    })),
    'POST /api/admin/session': (call) => {
      const { key } = bodyOf<{ key: string }>(call)
      if (key === 'locked')
        return refuse(429, 'RATE_LIMITED', 'Too many wrong keys or tokens. Try again in 14 minutes.')
      if (key !== KEY) return refuse(401, 'UNAUTHORIZED', 'This is not the admin key')
      opened = true
      return { by: 'key', expiresAt: ago(-0.5) }
    },
    'POST /api/admin/session/end': () => {
      opened = false
      return null
    },
    'GET /api/admin/list-codes': whenAllowed((call) => {
      const { rows, ...rest } = page(call, codes, ({ code, notes }) => `${code} ${notes ?? ''}`)
      return { codes: rows, ...rest }
    }),
    'POST /api/access/create': whenAllowed((call) => {
      const made = bodyOf<{ code: string }>(call)
      if (codes.some(({ code }) => code === made.code))
        return refuse(409, 'CONFLICT', 'There is a code of this name already')
      create(made)
      return { code: made.code }
    }),
    'POST /api/admin/generate-codes': whenAllowed((call) => {
      const { count, prefix } = bodyOf<{ count: number; prefix: string }>(call)
      const made = Array.from({ length: count }, (_, index) => `${prefix}H7QK-${1_000 + index}`)
      for (const code of made) create({ code })
      return { codes: made }
    }),
    'POST /api/admin/import-codes': whenAllowed((call) => {
      const { codes: made } = bodyOf<{ codes: { code: string }[] }>(call)
      for (const each of made) create(each)
      return { codes: made.map(({ code }) => code) }
    }),
    'POST /api/admin/delete-code': whenAllowed((call) => {
      const { code } = bodyOf<{ code: string }>(call)
      const row = codes.find((each) => each.code === code)
      if (!row) return refuse(404, 'NOT_FOUND', 'There is no such code')
      deleted.set(code, row)
      codes = codes.filter((each) => each !== row)
      logAction('delete-code', code)
      return null
    }),
    'POST /api/admin/restore-code': whenAllowed((call) => {
      const row = deleted.get(bodyOf<{ code: string }>(call).code)
      if (row) codes = [row, ...codes]
      return null
    }),
    'GET /api/admin/users': whenAllowed((call) => {
      const { rows, next } = page(call, users, ({ email, userId }) => `${email} ${userId}`)
      return { users: rows, next }
    }),
    ...Object.fromEntries(
      users.map(({ userId }) => [`GET /api/admin/users/${userId}/ledger`, () => ledgerOf(ago)]),
    ),
    'POST /api/admin/adjust-credits': whenAllowed((call) => {
      const { userId, delta, reason } = bodyOf<{ userId: string; delta: number; reason: string }>(call)
      const user = users.find((each) => each.userId === userId)
      if (!user) return refuse(404, 'NOT_FOUND', 'No such user')
      if (user.credits + delta < 0) return refuse(409, 'CONFLICT', 'Not enough credits')
      user.credits += delta
      logAction('adjust-credits', userId, { delta, reason })
      return { credits: user.credits }
    }),
    'POST /api/admin/set-plan': whenAllowed((call) => {
      const { userId, plan } = bodyOf<{ userId: string; plan: AdminUserRow['plan'] }>(call)
      const user = users.find((each) => each.userId === userId)
      if (user) user.plan = plan
      return null
    }),
    'POST /api/admin/refund-run': whenAllowed(() => ({ credits: 18 })),
    'GET /api/admin/audit': whenAllowed((call) => {
      const { rows, next } = page(call, audit, (row) => `${row.actor} ${row.action} ${row.target}`)
      return { entries: rows, next }
    }),
    'GET /api/admin/admins': whenAllowed((call) => ({ admins: isEmpty(call) ? [] : admins })),
    'POST /api/admin/set-admin': whenAllowed((call) => {
      const { email, granted } = bodyOf<{ email: string; granted: boolean }>(call)
      const user = users.find((each) => each.email === email)
      if (!user) return refuse(404, 'NOT_FOUND', 'There is no account with this e-mail')
      if (!user.emailVerifiedAt)
        return refuse(409, 'CONFLICT', 'The mailbox of this account is not proven yet')
      admins = admins.filter((each) => each.email !== email)
      if (granted) admins = [{ userId: user.userId, email, grantedAt: ago(0) }, ...admins]
      return null
    }),
    'GET /api/rollouts': whenAllowed((call) => ({ rollouts: isEmpty(call) ? [] : rollouts(ago) })),
    ...Object.fromEntries(
      rollouts(ago).flatMap((rollout) => [
        [`GET /api/remotes/${rollout.name}/releases`, () => releasesOf(rollout, ago)],
        [`GET /api/remotes/${rollout.name}/telemetry`, () => telemetryOf(rollout, ago)],
        [`GET /api/remotes/${rollout.name}/config`, () => ({ name: rollout.name, declared: {}, values: [] })],
        [
          `POST /api/remotes/${rollout.name}/previews`,
          () => ({
            path: `/?preview=${'x'.repeat(180)}`,
            version: rollout.live ?? '0.0.0',
            expiresAt: ago(-168),
          }),
        ],
        [`POST /api/remotes/${rollout.name}/previews/revoke`, () => null],
        ...['halt', 'rollback', 'promote', 'retire'].map((action) => [
          `POST /api/remotes/${rollout.name}/${action}`,
          () => refuse(409, 'CONFLICT', 'Somebody else was faster: read it again and decide'),
        ]),
      ]),
    ),
  },
})
