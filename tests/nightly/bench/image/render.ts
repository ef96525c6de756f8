import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { BROWSER_FLAGS, findBrowser } from '../../../support/find-browser.ts'
import type { CardPicture, Encoding } from './sets.ts'

const resolve = createRequire(import.meta.url).resolve

/** Font files by family and weight, from npm packages. */
const FILES: Record<string, readonly (readonly [weight: string, file: string])[]> = {
  Inter: [['100 900', '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2']],
  'DM Sans': [['100 1000', '@fontsource-variable/dm-sans/files/dm-sans-latin-wght-normal.woff2']],
  Montserrat: [['100 900', '@fontsource-variable/montserrat/files/montserrat-latin-wght-normal.woff2']],
  'Nunito Sans': [['200 1000', '@fontsource-variable/nunito-sans/files/nunito-sans-latin-wght-normal.woff2']],
  Roboto: [
    ['400', '@fontsource/roboto/files/roboto-latin-400-normal.woff2'],
    ['700', '@fontsource/roboto/files/roboto-latin-700-normal.woff2'],
  ],
  Barlow: [
    ['400', '@fontsource/barlow/files/barlow-latin-400-normal.woff2'],
    ['600', '@fontsource/barlow/files/barlow-latin-600-normal.woff2'],
    ['700', '@fontsource/barlow/files/barlow-latin-700-normal.woff2'],
  ],
}

/** The `@font-face` rules of a family with embedded files; empty for an installed font. */
export const fontRules = (family: string): string =>
  (FILES[family] ?? [])
    .map(([weight, file]) => {
      const data = readFileSync(resolve(file)).toString('base64')
      return `@font-face{font-family:"${family}";font-weight:${weight};src:url(data:font/woff2;base64,${data})}`
    })
    .join('')

const BASE = `*{box-sizing:border-box;margin:0}.status{display:flex;justify-content:space-between;font-size:13px;padding:4px 6px 10px}`

async function encodePicture(png: Buffer, { format, quality }: Encoding): Promise<Buffer> {
  if (format === 'png') return png
  return format === 'jpeg' ? sharp(png).jpeg({ quality }).toBuffer() : sharp(png).webp({ quality }).toBuffer()
}

export interface RenderedCard {
  picture: CardPicture
  /** The bytes of the encoded image file. */
  file: Buffer
  /** Each text of the picture, with its position as fractions of the width and height. */
  texts: PlacedText[]
}

export interface PlacedText {
  text: string
  x: number
  y: number
  width: number
  height: number
}

/** The texts of a page with their line boxes in CSS pixels. */
const placedTexts = (page: Page): Promise<PlacedText[]> =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const placed: PlacedText[] = []
    while (texts.nextNode()) {
      const text = texts.currentNode.textContent?.trim() ?? ''
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      const { x, y, width, height } = range.getBoundingClientRect()
      if (text !== '') placed.push({ text, x, y, width, height })
    }
    return placed
  })

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
      const texts = (await placedTexts(page)).map(({ text, ...box }) => ({
        text,
        x: (box.x - clip.x) / clip.width,
        y: (box.y - clip.y) / clip.height,
        width: box.width / clip.width,
        height: box.height / clip.height,
      }))
      await context.close()
      yield { picture, file: await encodePicture(png, encoding), texts }
    }
  } finally {
    await browser.close()
  }
}
