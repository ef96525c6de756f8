import sharp from 'sharp'
import { heightOf, widthOf } from './pixels/geometry.ts'
import { type FoundLines, grown } from './pixels/find-lines.ts'
import type { FoundLine } from './pixels/found-line.ts'
import type { Raster } from './pixels/raster.ts'

/** The position of a line of the image on the sheet. */
export interface Placed {
  line: FoundLine
  /** Top and bottom on the sheet. */
  top: number
  bottom: number
  /** Left edge of the tile in the raster, and pixels of the sheet per pixel of the raster. */
  from: number
  times: number
}

export interface Sheet {
  /** Greyscale image in the portable graymap format (PGM), one byte per pixel. */
  file: Buffer
  placed: Placed[]
}

const MARGIN = 24
/** Gap between two lines on the sheet, in heights of capitals. */
const BETWEEN = 0.55

/**
 * Converts a line to black text on white: the grey value of a pixel is its position between background and
 * text colour.
 */
function blackOnWhite(
  raster: Raster,
  line: FoundLine,
  box: { x0: number; y0: number; x1: number; y1: number },
) {
  const { ground, writing } = line
  const way = [writing[0] - ground[0], writing[1] - ground[1], writing[2] - ground[2]] as const
  const length = Math.max(1, way[0] ** 2 + way[1] ** 2 + way[2] ** 2)
  const grey = Buffer.alloc(widthOf(box) * heightOf(box))
  let to = 0
  for (let y = box.y0; y < box.y1; y += 1)
    for (let x = box.x0; x < box.x1; x += 1) {
      const at = (y * raster.width + x) * 3
      const along =
        ((raster.rgb[at] ?? 0) - ground[0]) * way[0] +
        ((raster.rgb[at + 1] ?? 0) - ground[1]) * way[1] +
        ((raster.rgb[at + 2] ?? 0) - ground[2]) * way[2]
      grey[to] = 255 - Math.max(0, Math.min(255, Math.round((along / length) * 255)))
      to += 1
    }
  return grey
}

/**
 * Builds the input of the recogniser: all lines in black on white, at the same size, below one another. It
 * recognises text best in this form.
 * @param capital height of capitals on the sheet, in pixels
 */
export async function sheetOf({ raster, lines }: FoundLines, capital: number): Promise<Sheet> {
  const gap = Math.round(capital * BETWEEN)
  let top = gap
  let width = 0
  const tiles: { pixels: Buffer; width: number; height: number; top: number }[] = []
  const placed: Placed[] = []
  for (const line of lines) {
    const box = grown(line, line.capital * 0.2, raster)
    const times = capital / line.capital
    const { data, info } = await sharp(blackOnWhite(raster, line, box), {
      raw: { width: widthOf(box), height: heightOf(box), channels: 1 },
    })
      .resize({
        width: Math.max(1, Math.round(widthOf(box) * times)),
        height: Math.max(1, Math.round(heightOf(box) * times)),
        fit: 'fill',
        kernel: 'lanczos3',
      })
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true })
    tiles.push({ pixels: data, width: info.width, height: info.height, top })
    placed.push({ line, top, bottom: top + info.height, from: box.x0, times })
    width = Math.max(width, info.width)
    top += info.height + gap
  }
  const across = width + 2 * MARGIN
  const sheet = Buffer.alloc(across * top, 255)
  for (const tile of tiles)
    for (let y = 0; y < tile.height; y += 1)
      tile.pixels.copy(sheet, (tile.top + y) * across + MARGIN, y * tile.width, (y + 1) * tile.width)
  return { file: Buffer.concat([Buffer.from(`P5\n${across} ${top}\n255\n`), sheet]), placed }
}

/** The raster column of a column of the sheet. */
export const columnOf = ({ from, times }: Placed, x: number): number => from + (x - MARGIN) / times
