import { randomUUID } from 'node:crypto'
import { type Release, THEME_COOKIE, THEMES, type Theme } from '@propsight/shared/contracts'
import { addressKey } from '../platform/address-keys.ts'
import type { ApiEnv } from '../platform/config/env.ts'
import type { ReleaseCatalogue } from '../services/releases/catalogue/catalogue.ts'
import { type ReleaseChoice, withOverride, withPreview } from '../services/releases/catalogue/choice.ts'
import type { LoadReports } from '../services/releases/load-reports.ts'
import type { Override, Overrides } from '../services/releases/override.ts'
import type { Previews } from '../services/releases/previews.ts'
import type { Tickets } from '../services/releases/tickets.ts'
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
async function previewedReleases(ctx: ApiContext, deps: VisitPorts, visitor: string): Promise<Release[]> {
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

export interface VisitPorts {
  readonly env: Pick<ApiEnv, 'BUNDLE_ORIGIN' | 'PUBLIC_URL'>
  readonly releases: Pick<ReleaseCatalogue, 'read'>
  readonly tickets: Pick<Tickets, 'issue'>
  readonly overrides: Pick<Overrides, 'open'>
  readonly previews: Pick<Previews, 'of'>
  readonly loads: Pick<LoadReports, 'served'>
}

/**
 * Chooses the releases for the visitor of a request. A new visitor gets a cookie with the response.
 * @throws HttpError 503 when the registry could not be read yet
 */
export async function readVisit(ctx: ApiContext, deps: VisitPorts): Promise<Visit> {
  const visitor = readVisitor(ctx, deps)
  const sealed = overrideCookie(ctx)
  const override = sealed === undefined ? null : deps.overrides.open(sealed, visitor)
  if (sealed !== undefined && !override) setOverrideCookie(ctx, deps, null)
  const catalogue = await deps.releases.read()
  const previewed = await previewedReleases(ctx, deps, visitor)
  const released = previewed.reduce(
    (choice, release) => withPreview(choice, release, deps.env.BUNDLE_ORIGIN),
    catalogue.forVisitor(visitor),
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
