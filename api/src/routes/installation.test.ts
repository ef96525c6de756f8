import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { WEB_APP_MANIFEST } from '../services/installation/web-app-manifest.ts'
import { drawIcons } from '../testing/draw-icons.ts'
import { withApp } from '../testing/with-app.ts'

describe('GET /manifest.webmanifest', () => {
  it('is a manifest that browsers check for changes', async () => {
    await withApp({}, async (url) => {
      const response = await fetch(`${url}/manifest.webmanifest`)
      expect(response.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('public, no-cache')
      expect(await response.json()).toMatchObject({
        name: 'Propsight',
        short_name: 'Propsight',
        start_url: '/',
        scope: '/',
        display: 'standalone',
      })
      const etag = response.headers.get('etag') ?? ''
      const again = await fetch(`${url}/manifest.webmanifest`, { headers: { 'if-none-match': etag } })
      expect(again.status).toBe(304)
    })
  })

  it('names icons that the API serves in the stated sizes', async () => {
    const icons: { src: string; sizes: string; type: string }[] = JSON.parse(WEB_APP_MANIFEST).icons
    expect(icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512'])
    await withApp({}, async (url) => {
      for (const { src, sizes, type } of [
        ...icons,
        { src: '/icons/apple-touch-icon.png', sizes: '180x180', type: 'image/png' },
      ]) {
        const response = await fetch(`${url}${src}`)
        expect(response.headers.get('content-type')).toBe(type)
        expect(response.headers.get('cache-control')).toBe('public, max-age=86400')
        const { width, height } = await sharp(await response.arrayBuffer()).metadata()
        expect(`${width}x${height}`).toBe(sizes)
      }
    })
  })

  it('has the icons that the favicon of the shell draws', async () => {
    const pixels = (png: Buffer | ArrayBuffer) => sharp(png).ensureAlpha().raw().toBuffer()
    await withApp({}, async (url) => {
      for (const [name, png] of await drawIcons()) {
        const served = await (await fetch(`${url}/icons/${name}`)).arrayBuffer()
        expect((await pixels(served)).equals(await pixels(png)), name).toBe(true)
      }
    })
  })
})
