import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'
import { LOOKS, LOOKS_FOLDER, pictureFile, slugOf, THEMES } from './looks.ts'

/** Height of the pictures on a sheet, and the gap between them, in pixels. */
const PICTURE_HEIGHT = 620
const GAP = 16
const BACKGROUND = '#808080'

const widthOnSheet = ({ width, height }: { width: number; height: number }) =>
  Math.round((width * PICTURE_HEIGHT) / height)

/**
 * Joins the pictures of a screen to one sheet: a row for each theme, the widths ascending.
 * @returns the file, or null when a picture is missing
 */
async function writeSheet(screen: string): Promise<string | null> {
  const pictures = LOOKS.map((look) => ({ look, file: pictureFile(screen, look) }))
  if (!pictures.every(({ file }) => existsSync(file))) return null
  const layers: OverlayOptions[] = []
  let width = 0
  for (const [row, theme] of THEMES.entries()) {
    let left = GAP
    for (const { look, file } of pictures.filter((each) => each.look.theme === theme)) {
      const input = await sharp(file.pathname).resize({ height: PICTURE_HEIGHT }).toBuffer()
      layers.push({ input, left, top: GAP + row * (PICTURE_HEIGHT + GAP) })
      left += widthOnSheet(look) + GAP
    }
    width = Math.max(width, left)
  }
  const height = GAP + THEMES.length * (PICTURE_HEIGHT + GAP)
  const sheet = join(LOOKS_FOLDER, `${slugOf(screen)}.png`)
  await mkdir(LOOKS_FOLDER, { recursive: true })
  await sharp({ create: { width, height, channels: 3, background: BACKGROUND } })
    .composite(layers)
    .png()
    .toFile(sheet)
  return sheet
}

/** Writes a contact sheet for each screen. @returns the screens of which pictures are missing */
export async function writeContactSheets(screens: readonly string[]): Promise<string[]> {
  const missing: string[] = []
  for (const screen of screens) if ((await writeSheet(screen)) === null) missing.push(screen)
  return missing
}
