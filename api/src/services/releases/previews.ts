import {
  type ConfigValue,
  configKeySchema,
  configValueSchema,
  type PreviewLink,
  pathsOf,
  type Release,
  releaseVersionSchema,
  remoteNameSchema,
  SHELL_RELEASE_NAME,
} from '@propsight/shared/contracts'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { createSigner, type Signer } from '../../platform/signer.ts'
import type { ReleasesRepository } from '../../repositories/releases.ts'

/** Name of the query parameter of a link. */
export const PREVIEW_PARAMETER = 'preview'

const DAY_MS = 86_400_000
/** Cache time of a release: a revoked link ends everywhere within this time. */
const FRESH_MS = 2_000
const MAX_RELEASES = 500
/** A cookie has at most 4,096. */
const MAX_CHARS = 3_000
/** Lifetime of the cookie of a permanent address. Opening the address again renews it. */
const PERMANENT_COOKIE_MS = 30 * DAY_MS

const linkClaims = z.object({
  name: remoteNameSchema,
  version: releaseVersionSchema,
  /** Release of the shell that is shown together with it. */
  shell: releaseVersionSchema.optional(),
  issued: z.int(),
  /** Absent for a permanent address: as long as the release is kept. */
  expires: z.int().optional(),
  /** Values of the configuration that only the link shows. */
  config: z.record(configKeySchema, configValueSchema).optional(),
})
const cookieClaims = linkClaims.extend({ visitor: z.uuid() })
type Link = z.infer<typeof linkClaims>

/** A release that a preview shows, with the values of its configuration that the link names. */
export interface PreviewedRelease {
  release: Release
  config?: Readonly<Record<string, ConfigValue>> | undefined
}

export interface Previews {
  /**
   * Creates a link to a release. Whether the release may be shown is checked when the link is opened.
   * @param days null for a permanent address
   * @param options `shell`: version of the shell to show it in, without it the one that the visitor gets. `config`:
   * values that only the link shows
   */
  createLink(
    release: Pick<Release, 'name' | 'version' | 'placement'>,
    days: number | null,
    options?: { shell?: string | undefined; config?: PreviewedRelease['config'] },
  ): PreviewLink
  /**
   * Opens a link: the cookie value for this visitor and its lifetime, ms. Null if the link is forged, expired or
   * revoked, or one of its releases may not be shown.
   */
  open(link: string, visitor: string): Promise<{ sealed: string; maxAgeMs: number } | null>
  /**
   * The releases that a cookie shows to this visitor, the named one last; null under the same conditions, and for
   * another visitor.
   */
  of(sealed: string, visitor: string): Promise<PreviewedRelease[] | null>
}

function seal(signer: Signer, claims: object): string {
  const body = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${body}.${signer.sign(body)}`
}

function unseal<T>(signer: Signer, schema: z.ZodType<T>, text: string): T | null {
  const [body = '', signature = '', ...more] = text.split('.')
  if (text.length > MAX_CHARS || more.length > 0 || !signer.verifies(body, signature)) return null
  try {
    return schema.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString())).data ?? null
  } catch {
    return null
  }
}

/** Reads what a link shows. A release is read at most every `FRESH_MS`. */
function createLinkReader(repository: Pick<ReleasesRepository, 'preview'>, now: () => number) {
  const releases = new LRUCache<string, { found: Awaited<ReturnType<ReleasesRepository['preview']>> }>({
    max: MAX_RELEASES,
    ttl: FRESH_MS,
    fetchMethod: async (key) => {
      const [name = '', version = ''] = key.split('@')
      return { found: await repository.preview(name, version) }
    },
  })

  const readRelease = async (name: string, version: string, link: Link): Promise<Release | null> => {
    const found = (await releases.fetch(`${name}@${version}`))?.found
    if (!found || (found.isWithdrawn && link.expires !== undefined)) return null
    const isRevoked = found.revokedAt !== null && link.issued <= found.revokedAt
    return isRevoked ? null : found.release
  }
  return async (link: Link): Promise<PreviewedRelease[] | null> => {
    const { name, version, shell, expires, config } = link
    if (expires !== undefined && expires <= now()) return null
    const named: [name: string, version: string][] = [[name, version]]
    if (shell !== undefined) named.unshift([SHELL_RELEASE_NAME, shell])
    const found = await Promise.all(named.map((each) => readRelease(...each, link)))
    const shown = found
      .filter((release) => release !== null)
      .map((release) => (release.name === name ? { release, config } : { release }))
    return shown.length === named.length ? shown : null
  }
}

/**
 * Preview links: signed by the server, for one release, until they expire or are revoked. A link may also name the
 * shell to show it in. The browser that opens one gets a cookie with the same claims and its visitor id
 * (docs/adr/0059, 0062).
 * @param secret secret of the server, the same on every instance
 */
export function createPreviews({
  repository,
  secret,
  now = Date.now,
}: {
  repository: Pick<ReleasesRepository, 'preview'>
  secret: string
  now?: () => number
}): Previews {
  const links = createSigner(secret, 'preview link 1')
  const cookies = createSigner(secret, 'preview 1')
  const shownBy = createLinkReader(repository, now)

  return {
    createLink({ name, version, placement }, days, { shell, config } = {}) {
      const issued = now()
      const expires = days === null ? undefined : issued + days * DAY_MS
      const query = new URLSearchParams({
        [PREVIEW_PARAMETER]: seal(links, { name, version, shell, issued, expires, config }),
      })
      return {
        path: `${pathsOf(placement)[0] ?? '/'}?${query}`,
        version,
        shell: shell ?? null,
        expiresAt: expires === undefined ? null : new Date(expires).toISOString(),
      }
    },
    async open(link, visitor) {
      const claims = unseal(links, linkClaims, link)
      if (!claims || !(await shownBy(claims))) return null
      return {
        sealed: seal(cookies, { ...claims, visitor }),
        maxAgeMs: claims.expires === undefined ? PERMANENT_COOKIE_MS : claims.expires - now(),
      }
    },
    async of(sealed, visitor) {
      const claims = unseal(cookies, cookieClaims, sealed)
      return claims?.visitor === visitor ? shownBy(claims) : null
    },
  }
}
