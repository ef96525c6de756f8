import { randomUUID } from 'node:crypto'
import { THEME_COOKIE, THEMES, type Theme } from '@propsight/shared/contracts'
import { addressKey } from '../platform/address-keys.ts'
import type { ApiEnv } from '../platform/config/env.ts'
import { HttpError } from '../platform/errors.ts'
import type { AudienceAccounts, Visitor } from '../services/releases/catalogue/audience.ts'
import type { ReleaseCatalogue } from '../services/releases/catalogue/catalogue.ts'
import { type ReleaseChoice, withOverride, withPreview } from '../services/releases/catalogue/choice.ts'
import type { LoadReports } from '../services/releases/load-reports.ts'
import type { PreviewedRelease, Previews } from '../services/releases/previews.ts'
import type { AccountCookies, Override, Overrides, Tickets } from '../services/releases/tickets.ts'
import { type AuthPorts, bearerToken } from './auth.ts'
import type { ApiContext } from './context.ts'
import { type CookiePorts, type OwnCookie, setCookie } from './response-headers.ts'

const YEAR_MS = 31_536_000_000
const VISITOR_COOKIE: OwnCookie = {
  name: 'propsight-visitor',
  path: '/',
  sameSite: 'lax',
  maxAgeMs: YEAR_MS,
}
const OVERRIDE_COOKIE: OwnCookie = { name: 'propsight-override', path: '/', sameSite: 'lax' }
const PREVIEW_COOKIE: OwnCookie = { name: 'propsight-preview', path: '/', sameSite: 'lax' }
const ACCOUNT_COOKIE: OwnCookie = {
  name: 'propsight-account',
  path: '/',
  sameSite: 'lax',
  maxAgeMs: YEAR_MS / 12,
}
const VISITOR = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

/**
 * The random visitor id in the request's cookie, or null without a valid one. It does not identify a user.
 */
function readVisitorCookie(ctx: ApiContext): string | null {
  const id = ctx.cookies.get(VISITOR_COOKIE.name)
  return id !== undefined && VISITOR.test(id) ? id : null
}

/** The visitor id of a request. A new visitor gets a cookie, which does not change on sign-in or sign-out. */
export function readVisitor(ctx: ApiContext, deps: CookiePorts): string {
  const existing = readVisitorCookie(ctx)
  if (existing) return existing
  const id = randomUUID()
  setCookie(ctx, deps, VISITOR_COOKIE, id)
  return id
}

export const overrideCookie = (ctx: ApiContext): string | undefined => ctx.cookies.get(OVERRIDE_COOKIE.name)

/** Sets the override cookie, which ends with the browser session; null deletes it. */
export const setOverrideCookie = (ctx: ApiContext, deps: CookiePorts, sealed: string | null): void =>
  setCookie(ctx, deps, OVERRIDE_COOKIE, sealed)

/** The theme that the visitor chose, which the shell stores; the system's without a choice. */
export const themeOf = (ctx: ApiContext): Theme =>
  THEMES.find((theme) => theme === ctx.cookies.get(THEME_COOKIE)) ?? 'system'

/** Sets the cookie of an opened preview link; null deletes it. */
export const setPreviewCookie = (
  ctx: ApiContext,
  deps: CookiePorts,
  opened: { sealed: string; maxAgeMs: number } | null,
): void =>
  setCookie(
    ctx,
    deps,
    opened ? { ...PREVIEW_COOKIE, maxAgeMs: opened.maxAgeMs } : PREVIEW_COOKIE,
    opened?.sealed ?? null,
  )

/**
 * The releases that a preview link shows in this browser. The cookie of a link that ended is deleted. While the data
 * service does not answer, the visitor gets the released versions.
 */
async function previewedReleases(
  ctx: ApiContext,
  deps: VisitPorts,
  visitor: string,
): Promise<PreviewedRelease[]> {
  const sealed = ctx.cookies.get(PREVIEW_COOKIE.name)
  if (sealed === undefined) return []
  try {
    const releases = await deps.previews.of(sealed, visitor)
    if (!releases) setPreviewCookie(ctx, deps, null)
    return releases ?? []
  } catch (error) {
    ctx.state.log.warn({ err: error }, 'the releases of a preview could not be read')
    return []
  }
}

/** The releases chosen for one request. */
export interface Visit {
  /** The visitor id. */
  visitor: string
  choice: ReleaseChoice
  /** The developer's dev server, which the page's content security policy must allow. */
  override: Override | null
  /** Returns the registry with a new load ticket, as JSON. */
  registry(): string
}

/** The account that the browser of a visitor had when it last requested the registry. */
function readAccountCookie(ctx: ApiContext, deps: VisitPorts, visitor: string): string | null {
  const sealed = ctx.cookies.get(ACCOUNT_COOKIE.name)
  return sealed === undefined ? null : deps.accountCookies.open(sealed, visitor)
}

/**
 * Remembers the account of a request with a session token in a cookie, because the navigation to a page has no token. A
 * request without a token forgets it; an expired one, which the page is about to renew, changes nothing.
 * @returns the account; null without one
 */
export async function rememberAccount(
  ctx: ApiContext,
  deps: AuthPorts & VisitPorts,
  visitor: string,
): Promise<string | null> {
  const known = readAccountCookie(ctx, deps, visitor)
  const account = await readReporter(ctx, deps, known)
  if (account !== known)
    setCookie(ctx, deps, ACCOUNT_COOKIE, account && deps.accountCookies.seal(account, visitor))
  return account
}

/**
 * The account of a request that works without one.
 * @param fallback the account for an invalid or expired token
 */
export async function readReporter(
  ctx: ApiContext,
  deps: AuthPorts,
  fallback: string | null = null,
): Promise<string | null> {
  try {
    const token = bearerToken(ctx)
    return token === null ? null : (await deps.tokens.verify(token)).id
  } catch (error) {
    if (error instanceof HttpError) return fallback
    throw error
  }
}

/** The region that a trusted proxy names. It appends to a header that the client sent, so the last one counts. */
const regionOf = (ctx: ApiContext, { env: { REGION_HEADER } }: VisitPorts): string =>
  REGION_HEADER ? (ctx.get(REGION_HEADER).split(',').at(-1) ?? '').trim().toUpperCase() : ''

export interface VisitPorts {
  readonly env: Pick<ApiEnv, 'BUNDLE_ORIGIN' | 'PUBLIC_URL' | 'REGION_HEADER'>
  readonly accounts: AudienceAccounts
  readonly accountCookies: AccountCookies
  readonly releases: Pick<ReleaseCatalogue, 'read'>
  readonly tickets: Pick<Tickets, 'issue'>
  readonly overrides: Pick<Overrides, 'open'>
  readonly previews: Pick<Previews, 'of'>
  readonly loads: Pick<LoadReports, 'served'>
}

/**
 * Chooses the releases for the visitor of a request. A new visitor gets a cookie with the response.
 * @param readAccount returns the account of a visitor id; by default that of the cookie, see `rememberAccount`
 * @throws HttpError 503 when the registry could not be read yet
 */
export async function readVisit(
  ctx: ApiContext,
  deps: VisitPorts,
  readAccount: (visitor: string) => Promise<string | null> | string | null = (visitor) =>
    readAccountCookie(ctx, deps, visitor),
): Promise<Visit> {
  const visitor = readVisitor(ctx, deps)
  const user = await readAccount(visitor)
  const sealed = overrideCookie(ctx)
  const override = sealed === undefined ? null : deps.overrides.open(sealed, visitor)
  if (sealed !== undefined && !override) setOverrideCookie(ctx, deps, null)
  const catalogue = await deps.releases.read()
  const previewed = await previewedReleases(ctx, deps, visitor)
  const known: Visitor = {
    id: visitor,
    region: regionOf(ctx, deps),
    account: catalogue.needsAccount && user !== null ? await deps.accounts.read(user) : null,
  }
  const released = previewed.reduce(
    (choice, preview) => withPreview(choice, preview, deps.env.BUNDLE_ORIGIN),
    catalogue.forVisitor(known),
  )
  const overridden = override ? withOverride(released, override) : null
  const choice = overridden ?? released
  return {
    visitor,
    choice,
    override: overridden ? override : null,
    registry() {
      deps.loads.served(choice.canaries, visitor, addressKey(ctx.ip))
      return `${choice.text},"ticket":"${deps.tickets.issue(visitor, choice.served, choice.registry.preview !== undefined)}"}`
    },
  }
}
