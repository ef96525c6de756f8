import { longDayText, momentText, zoneText } from '@propsight/shared/format'
import { Button, Icon } from '@propsight/shared/ui'
import { useState } from 'react'

/** Length of `YYYY-MM-DD`. */
const DAY_LENGTH = 10
const NOT_GAMBLING = 'Analytics only, not gambling. No accuracy guaranteed.'

/** A pick, a parlay or a record page as others see it. It holds nothing about the user. */
export interface SharedCard {
  /** Name of the file, without its ending. */
  name: string
  title: string
  /** Up to six lines below the title. */
  lines: readonly string[]
  /** Percent; null without a probability. */
  probability: { percent: number; low: number; high: number; breakEven: number | null; digits: 0 | 1 } | null
  /** Time or day of the numbers, ISO 8601. */
  at: string
  /** Path of the product that shows the current numbers. */
  path: string
}

/** '63% (57–69, 80% interval) · break-even 57.7%'. */
function probabilityText({ percent, low, high, breakEven, digits }: NonNullable<SharedCard['probability']>) {
  const [shown = '', least, most] = [percent, low, high].map((value) => value.toFixed(digits))
  const even = breakEven === null ? '' : ` · break-even ${breakEven.toFixed(1)}%`
  return { shown: `${shown}%`, band: `${least}–${most}, 80% interval${even}` }
}

/** 'Numbers of Jul 18, 2026, 4:00 PM UTC'; of a day without a time, the day. */
const timeText = (at: string): string =>
  `Numbers of ${at.length === DAY_LENGTH ? longDayText(at) : `${momentText(at)} ${zoneText([at])}`}`

/** The card as text with its link: title, lines, probability with band, and time. */
export function shareText(card: SharedCard, origin = location.origin): string {
  const chance = card.probability && probabilityText(card.probability)
  return [
    card.title,
    ...card.lines,
    chance && `${chance.shown} (${chance.band})`,
    timeText(card.at),
    NOT_GAMBLING,
    `${origin}${card.path}`,
  ]
    .filter(Boolean)
    .join('\n')
}

/** Size and margins of the picture in pixels: that of link previews. */
const WIDTH = 1200
const HEIGHT = 630
const LEFT = 72
const RIGHT = WIDTH - LEFT
const TRACK_Y = 470

/** Draws the card in the colors and the font of the page. */
export function drawCard(context: CanvasRenderingContext2D, card: SharedCard): void {
  const { backgroundColor, color, fontFamily } = getComputedStyle(document.body)
  const write = (text: string, y: number, size: number, weight = 400, faint = false) => {
    context.globalAlpha = faint ? 0.7 : 1
    context.font = `${weight} ${size}px ${fontFamily}`
    context.fillText(text, LEFT, y, RIGHT - LEFT)
  }
  context.fillStyle = backgroundColor
  context.fillRect(0, 0, WIDTH, HEIGHT)
  context.fillStyle = color
  write('Propsight', 80, 28, 600, true)
  write(card.title, 150, 52, 650)
  for (const [at, line] of card.lines.entries()) write(line, 200 + 36 * at, 28)
  if (card.probability) {
    const { percent, low, high, breakEven } = card.probability
    const { shown, band } = probabilityText(card.probability)
    const x = (value: number) => LEFT + ((RIGHT - LEFT) * value) / 100
    write(`${shown}  ${band}`, TRACK_Y - 30, 40, 650)
    context.globalAlpha = 0.25
    context.fillRect(LEFT, TRACK_Y + 8, RIGHT - LEFT, 4)
    context.fillRect(x(low), TRACK_Y, x(high) - x(low), 20)
    context.globalAlpha = 1
    context.fillRect(x(percent) - 4, TRACK_Y - 4, 8, 28)
    if (breakEven !== null) context.fillRect(x(breakEven) - 1, TRACK_Y - 14, 2, 48)
  }
  write(timeText(card.at), 550, 24, 400, true)
  write(NOT_GAMBLING, 588, 24, 400, true)
}

/** @throws Error if the browser draws no pictures */
async function pictureOf(card: SharedCard): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  drawCard(context, card)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('no picture')
  return new File([blob], `${card.name}.png`, { type: 'image/png' })
}

function save(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

const OUTCOMES = {
  copied: 'Link and numbers copied',
  saved: 'Picture saved',
  shared: 'Picture shared',
  refused: 'This browser refused it.',
} as const

/** Buttons that share a card: a picture (PNG), by the share sheet of phones or as a file, and its text with a link. */
export function ShareButtons({ card }: { card: SharedCard }) {
  const [outcome, setOutcome] = useState<keyof typeof OUTCOMES | null>(null)
  const run = async (work: () => Promise<keyof typeof OUTCOMES>) => {
    try {
      setOutcome(await work())
    } catch (error) {
      // Closing the share sheet is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setOutcome('refused')
    }
  }
  const picture = async () => {
    const files = [await pictureOf(card)]
    if (navigator.canShare?.({ files })) {
      await navigator.share({ files, title: card.title, text: shareText(card) })
      return 'shared'
    }
    for (const file of files) save(file)
    return 'saved'
  }
  const copy = async () => {
    await navigator.clipboard.writeText(shareText(card))
    return 'copied' as const
  }
  return (
    <>
      <Button onClick={() => void run(picture)}>Share picture</Button>
      <Button onClick={() => void run(copy)}>
        <Icon name="copy" />
        Copy link
      </Button>
      <span role="status" className={outcome === 'refused' ? undefined : 'u-vh'}>
        {outcome && OUTCOMES[outcome]}
      </span>
    </>
  )
}
