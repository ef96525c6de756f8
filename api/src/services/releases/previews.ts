import {
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
const MAX_CHARS = 600

const linkClaims = z.object({
  name: remoteNameSchema,
  version: releaseVersionSchema,
  /** Release of the shell that is shown together with it. */
  shell: releaseVersionSchema.optional(),
  issued: z.int(),
  expires: z.int(),
})
const cookieClaims = linkClaims.extend({ visitor: z.uuid() })
type Link = z.infer<typeof linkClaims>

export interface Previews {
  /**
   * Creates a link to a release. Whether the release may be shown is checked when the link is opened.
   * @param shell version of the shell to show it in; without it, the one that the visitor gets
   */
  createLink(
    release: Pick<Release, 'name' | 'version' | 'placement'>,
    days: number,
    shell?: string,
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
  of(sealed: string, visitor: string): Promise<Release[] | null>
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
  const releases = new LRUCache<string, { found: Awaited<ReturnType<ReleasesRepository['preview']>> }>({
    max: MAX_RELEASES,
    ttl: FRESH_MS,
    fetchMethod: async (key) => {
      const [name = '', version = ''] = key.split('@')
      return { found: await repository.preview(name, version) }
    },
  })

  const readRelease = async (name: string, version: string, issued: number): Promise<Release | null> => {
    const found = (await releases.fetch(`${name}@${version}`))?.found
    const isRevoked = found?.revokedAt != null && issued <= found.revokedAt
    return found && !isRevoked ? found.release : null
  }
  const shownBy = async ({ name, version, shell, issued, expires }: Link): Promise<Release[] | null> => {
    if (expires <= now()) return null
    const named: [name: string, version: string][] = [[name, version]]
    if (shell !== undefined) named.unshift([SHELL_RELEASE_NAME, shell])
    const found = await Promise.all(named.map((each) => readRelease(...each, issued)))
    const shown = found.filter((release) => release !== null)
    return shown.length === named.length ? shown : null
  }

  return {
    createLink({ name, version, placement }, days, shell) {
      const issued = now()
      const expires = issued + days * DAY_MS
      const query = new URLSearchParams({
        [PREVIEW_PARAMETER]: seal(links, { name, version, shell, issued, expires }),
      })
      return {
        path: `${pathsOf(placement)[0] ?? '/'}?${query}`,
        version,
        shell: shell ?? null,
        expiresAt: new Date(expires).toISOString(),
      }
    },
    async open(link, visitor) {
      const claims = unseal(links, linkClaims, link)
      if (!claims || !(await shownBy(claims))) return null
      return { sealed: seal(cookies, { ...claims, visitor }), maxAgeMs: claims.expires - now() }
    },
    async of(sealed, visitor) {
      const claims = unseal(cookies, cookieClaims, sealed)
      return claims?.visitor === visitor ? shownBy(claims) : null
    },
  }
}
