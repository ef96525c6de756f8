import type { Deps } from '../deps.ts'
import { type ReleaseChoice, withOverride } from '../services/releases/catalogue/choice.ts'
import type { Override } from '../services/releases/override.ts'
import type { ApiContext } from './context.ts'
import { addressKey } from './rate-limit.ts'
import { overrideCookie, setOverrideCookie, visitorOf } from './visitor-cookie.ts'

/** The releases chosen for one request. */
export interface Visit {
  choice: ReleaseChoice
  /** The developer's dev server, which the page's content security policy must allow. */
  override: Override | null
  /** Returns the registry with a new load ticket, as JSON. */
  registry(): string
}

export type VisitDeps = Pick<Deps, 'env' | 'releases' | 'tickets' | 'overrides' | 'loads'>

/**
 * Chooses the releases for the visitor of a request. A new visitor gets a cookie with the response.
 * @throws HttpError 503 when the registry could not be read yet
 */
export async function visitOf(ctx: ApiContext, deps: VisitDeps): Promise<Visit> {
  const visitor = visitorOf(ctx, deps)
  const sealed = overrideCookie(ctx)
  const override = sealed === undefined ? null : deps.overrides.open(sealed, visitor)
  if (sealed !== undefined && !override) setOverrideCookie(ctx, deps, null)
  const catalogue = await deps.releases.read()
  const released = catalogue.forVisitor(visitor)
  const overridden = override ? withOverride(released, override) : null
  const choice = overridden ?? released
  return {
    choice,
    override: overridden ? override : null,
    registry() {
      deps.loads.served(choice.canaries, visitor, addressKey(ctx.ip))
      return `${choice.text},"ticket":"${deps.tickets.issue(visitor, choice.served)}"}`
    },
  }
}
