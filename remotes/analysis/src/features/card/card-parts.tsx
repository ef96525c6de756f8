import type { Line } from '@propsight/shared/contracts'
import { colorsOfClub, marketLabel, type SportCode, sportOfMarket } from '@propsight/shared/domain'
import { clockText } from '@propsight/shared/format'
import { Call, cx, Icon, Tag } from '@propsight/shared/ui'
import type { CSSProperties } from 'react'
import { NO_RANK, noCallText, type RankedLine, slipText } from '../../state/ranked-line.ts'
import { hasModifierKey } from '../../state/view-link.ts'
import styles from './card.module.css'

/** Relative luminance of the sRGB color, by WCAG 2.2. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The luminance at which black and white text have the same contrast, of at least 4.5. */
const EVEN_LUMINANCE = 0.179

interface ClubColors {
  main: string
  second: string
  /** Black or white, whichever contrasts more with the main color. */
  text: string
}

const GRAY = ['#4b545a', '#929da4']

/** The colors of a club by any of its codes; gray for an unknown one. */
export function clubColors(team: string, sport: SportCode = 'MLB'): ClubColors {
  const [main = '', second = ''] = colorsOfClub(sport, team) ?? GRAY
  return { main, second, text: luminanceOf(main) > EVEN_LUMINANCE ? '#000' : '#fff' }
}

/** Team and opponent: 'SEA vs TEX', 'CIN @ COL'; the team alone if the book names no opponent. */
export const teamsText = ({ line }: RankedLine): string =>
  line.opponent ? `${line.team} ${line.homeAway === 'AWAY' ? '@' : 'vs'} ${line.opponent}` : line.team

/** Position, game and start in the user's time zone: 'LF · SEA vs TEX · 9:40 PM'. */
export const playerText = (card: RankedLine): string =>
  [card.position, teamsText(card), clockText(card.line.gameTime)].filter(Boolean).join(' · ')

/** Initials of the first and the last name without a suffix: 'José Ramírez Jr.' → 'JR'. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => !/^(Jr\.?|Sr\.?|[IV]+)$/.test(word))
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => word?.[0] ?? '').join('')
}

/** The player's initials on the colors of the club. Decorative: name and club follow as text. */
export function ClubMark({
  line: { name, team, statType },
}: {
  line: Pick<Line, 'name' | 'team' | 'statType'>
}) {
  const { main, second, text } = clubColors(team, sportOfMarket(statType))
  return (
    <span
      className={styles.club}
      style={{ '--main': main, '--second': second, color: text } as CSSProperties}
      aria-hidden="true"
    >
      {initialsOf(name)}
    </span>
  )
}

interface CardNameProps {
  card: RankedLine
  href: string
  onOpen(card: RankedLine): void
}

/** The player's name as a link to the detail view, which opens in the page. */
export const CardName = ({ card, href, onOpen }: CardNameProps) => (
  <a
    className={styles.name}
    href={href}
    data-open
    onClick={(event) => {
      if (hasModifierKey(event)) return
      event.preventDefault()
      onOpen(card)
    }}
  >
    {card.line.name}
  </a>
)

interface RankButtonProps {
  card: RankedLine
  open: boolean
  controls: string
  onToggle(id: string): void
}

/** Rank and expand button of the details. On small screens the whole row is the click target. */
export const RankButton = ({ card, open, controls, onToggle }: RankButtonProps) => (
  <button
    type="button"
    className={cx(styles.rank, 'u-fig')}
    aria-expanded={open}
    // The controlled part is rendered while it is open.
    aria-controls={open ? controls : undefined}
    // The accessible name contains the visible rank, so that voice control can address the button by it.
    aria-label={`${card.rank === NO_RANK ? '' : `${card.rank} `}${card.line.name}: hit rates`}
    onClick={() => onToggle(card.id)}
  >
    <span data-place>{card.rank === NO_RANK ? '–' : card.rank}</span>
    <Icon name="chevron-down" />
  </button>
)

const NAMES = { goblin: 'Goblin', demon: 'Demon', unknown: 'Unknown type' } as const

/** The call with line and market; without a call the only side that the book accepts. Then the user's slip. */
export function LineCall({ card }: { card: RankedLine }) {
  const { line, call, side } = card
  const slip = slipText(card)
  return (
    <div className={styles.bet}>
      {call ? (
        <Call side={call} line={line.line} className={styles.call ?? ''} />
      ) : (
        <span className={styles.nocall}>{noCallText(line.line, side)}</span>
      )}
      <span className={styles.market}>
        <span>{marketLabel(line.statType)}</span>
        {line.oddsType !== 'standard' && (
          <Tag outlined small title="The book takes More only">
            {NAMES[line.oddsType]}
          </Tag>
        )}
        {line.promo && (
          <Tag
            outlined
            small
            {...(line.regularLine === null ? {} : { title: `Usually ${line.regularLine}` })}
          >
            Promo
          </Tag>
        )}
      </span>
      {slip && <span className={styles.slip}>{slip}</span>}
    </div>
  )
}
