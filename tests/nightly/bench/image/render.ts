import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { BROWSER_FLAGS, findBrowser } from '../../../support/find-browser.ts'
import { fontRules } from './fonts.ts'
import type { CardPicture, Encoding } from './sets.ts'

const BASE = `*{box-sizing:border-box;margin:0}.status{display:flex;justify-content:space-between;font-size:13px;padding:4px 6px 10px}`

async function encoded(png: Buffer, { format, quality }: Encoding): Promise<Buffer> {
  if (format === 'png') return png
  return format === 'jpeg' ? sharp(png).jpeg({ quality }).toBuffer() : sharp(png).webp({ quality }).toBuffer()
}

export interface RenderedCard {
  picture: CardPicture
  /** The bytes of the encoded image file. */
  file: Buffer
}

/** Renders the pictures sequentially in a browser and yields the encoded files. */
export async function* renderCards(pictures: readonly CardPicture[]): AsyncGenerator<RenderedCard> {
  const found = await findBrowser()
  const env = Object.fromEntries(
    Object.entries({ ...process.env, ...found.env }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )
  const browser = await chromium.launch({ executablePath: found.executable, args: BROWSER_FLAGS, env })
  try {
    for (const picture of pictures) {
      const { style, css, markup, width, scale, encoding } = picture
      const context = await browser.newContext({ viewport: { width, height: 320 }, deviceScaleFactor: scale })
      const page = await context.newPage()
      const family = `body{font-family:"${style.font.replaceAll(', ', '","')}",sans-serif}`
      await page.setContent(`<style>${fontRules(style.font)}${BASE}${family}${css}</style>${markup}`)
      await page.evaluate(() => document.fonts.ready)
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      const { top, right, bottom, left } = encoding.crop
      const clip = { x: left, y: top, width: width - left - right, height: height - top - bottom }
      const png = await page.screenshot({ type: 'png', fullPage: true, clip })
      await context.close()
      yield { picture, file: await encoded(png, encoding) }
    }
  } finally {
    await browser.close()
  }
}
