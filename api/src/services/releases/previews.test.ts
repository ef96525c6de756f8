import type { Release } from '@propsight/shared/contracts'
import { describe, expect, it } from 'vitest'
import { pitchersRelease, shellRelease } from '../../testing/releases.ts'
import { createPreviews, PREVIEW_PARAMETER } from './previews.ts'

const VISITOR = '5a0c9f0e-58a3-4e3f-9c5f-0d5ce1bb0b0f'
const OTHER = '0d5ce1bb-58a3-4e3f-9c5f-5a0c9f0e0b0f'
const NOW = 1_800_000_000_000
const DAY_MS = 86_400_000

/** @param shell version of the shell that the link shows; its links were revoked at `shellRevokedAt` */
function fixture({
  secret = 'sb_secret_test',
  release = pitchersRelease,
  shell,
  shellRevokedAt = null,
  days = 7,
  config,
}: {
  secret?: string
  release?: Release
  shell?: string
  shellRevokedAt?: number | null
  days?: number | null
  config?: Record<string, boolean>
} = {}) {
  const state = { now: NOW, revokedAt: null as number | null, shown: true, isWithdrawn: false, reads: 0 }
  const previews = createPreviews({
    secret,
    now: () => state.now,
    repository: {
      preview: async (name, version) => {
        state.reads += 1
        if (name === 'shell')
          return version === shellRelease.version
            ? { release: shellRelease, revokedAt: shellRevokedAt, isWithdrawn: false }
            : null
        return state.shown ? { release, revokedAt: state.revokedAt, isWithdrawn: state.isWithdrawn } : null
      },
    },
  })
  const { path, expiresAt } = previews.createLink(release, days, { shell, config })
  const link = new URL(path, 'https://propsight.test').searchParams.get(PREVIEW_PARAMETER) ?? ''
  return { state, previews, path, expiresAt, link }
}

describe('F2 preview links', () => {
  it('lead to the first path of the release and expire after the given days', async () => {
    const { state, previews, path, expiresAt, link } = fixture()
    expect(path).toMatch(/^\/pitchers\?preview=[\w-]+\.[\w-]{43}$/)
    expect(expiresAt).toBe(new Date(NOW + 7 * DAY_MS).toISOString())
    const opened = await previews.open(link, VISITOR)
    expect(opened?.maxAgeMs).toBe(7 * DAY_MS)
    state.now = NOW + 7 * DAY_MS - 1
    expect(await previews.of(opened?.sealed ?? '', VISITOR)).toEqual([{ release: pitchersRelease }])
    state.now = NOW + 7 * DAY_MS
    expect(await previews.open(link, VISITOR)).toBeNull()
    expect(await previews.of(opened?.sealed ?? '', VISITOR)).toBeNull()
    expect(fixture({ release: shellRelease }).path).toMatch(/^\/\?preview=/)
  })

  it('are valid for the visitor who opened them', async () => {
    const { previews, link } = fixture()
    const sealed = (await previews.open(link, VISITOR))?.sealed ?? ''
    expect(await previews.of(sealed, VISITOR)).toEqual([{ release: pitchersRelease }])
    expect(await previews.of(sealed, OTHER)).toBeNull()
    // A link is not a cookie.
    expect(await previews.of(link, VISITOR)).toBeNull()
  })

  it('are refused when they are forged or malformed, without a read of the release', async () => {
    const { state, previews, link } = fixture()
    const foreign = fixture({ secret: 'another secret' }).link
    const [body = '', signature = ''] = link.split('.')
    const changed = Buffer.from(JSON.stringify({ name: 'picks', version: '1.0.0', issued: 0, expires: 9e15 }))
    const texts = ['', '.', link.slice(0, -1), `${link}.`, `${changed.toString('base64url')}.${signature}`]
    for (const text of [...texts, foreign, `${body}.${body}`, 'x'.repeat(100_000)])
      expect(await previews.open(text, VISITOR)).toBeNull()
    expect(state.reads).toBe(0)
  })
})
