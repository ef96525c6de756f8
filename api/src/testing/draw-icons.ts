import { readFileSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'

const FAVICON = new URL('../../../shell/src/favicon.svg', import.meta.url)
const ICONS = new URL('../services/installation/icons/', import.meta.url)
/** Width of the favicon in its own units. */
const FAVICON_SIZE = 32
const SVG_DPI = 96

/**
 * Files and sizes. Systems cut maskable icons and Apple's to their own shape, so those have no round corners; the mark
 * is inside the circle that every shape keeps, 80 % of the width.
 */
const FILES = [
  { name: 'icon-192.png', size: 192, round: true },
  { name: 'icon-512.png', size: 512, round: true },
  { name: 'maskable-512.png', size: 512, round: false },
  { name: 'apple-touch-icon.png', size: 180, round: false },
]

/** Draws the icons of the installed app from the shell's favicon, as PNG by file name. */
export async function drawIcons(): Promise<Map<string, Buffer>> {
  const svg = readFileSync(FAVICON, 'utf8')
  const icons = FILES.map(async ({ name, size, round }) => {
    const shape = Buffer.from(round ? svg : svg.replace(/ rx="\d+"/, ''))
    const png = await sharp(shape, { density: (SVG_DPI * size) / FAVICON_SIZE })
      .resize(size, size)
      .png({ compressionLevel: 9, palette: true })
      .toBuffer()
    return [name, png] as const
  })
  return new Map(await Promise.all(icons))
}

if (import.meta.main) for (const [name, png] of await drawIcons()) writeFileSync(new URL(name, ICONS), png)
