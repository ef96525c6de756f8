import type { Line } from '@propsight/shared/contracts'
import { createRandom } from '../../nightly/bench/image/card-rows.ts'
import { type RenderedCard, renderCards } from '../../nightly/bench/image/render.ts'
import { TUNING_STYLES } from '../../nightly/bench/image/styles/tuning.ts'

/** The name of a player with a wrong letter. */
export const misprint = (name: string): string => `${name.slice(0, -2)}x${name.slice(-1)}`

/** Renders prop cards like the screenshot of a phone, with the names as given. */
export async function renderPicture(rows: readonly Line[]): Promise<RenderedCard> {
  const [style] = TUNING_STYLES
  if (!style) throw new Error('there is no style')
  const random = createRandom(7)
  const cards = rows.map((line) => ({
    name: line.name,
    team: line.team,
    position: line.position,
    opponent: line.opponent ?? 'NYY',
    home: line.homeAway !== 'AWAY',
    day: 'Sat',
    hour: '7:10',
    line: line.line,
    side: 'More' as const,
    stat: line.statType,
    oddsType: 'standard' as const,
  }))
  const encoding = { format: 'png', quality: 90, crop: { top: 0, right: 0, bottom: 0, left: 0 } } as const
  const picture = {
    id: 'e2e',
    style,
    rows: cards,
    css: style.css(random),
    markup: style.html(cards, random),
    width: 390,
    scale: 2,
    encoding,
  }
  for await (const card of renderCards([picture])) return card
  throw new Error('no picture was rendered')
}
