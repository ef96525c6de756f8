import type { Line } from '@propsight/shared/contracts'
import { marketLabel } from '@propsight/shared/domain'
import { clockText } from '@propsight/shared/format'
import { Call, cx, Icon, Tag } from '@propsight/shared/ui'
import type { CSSProperties } from 'react'
import { NO_RANK, noCallText, type RankedLine, slipText } from '../../state/ranked-line.ts'
import { hasModifierKey } from '../../state/view-link.ts'
import styles from './card.module.css'
import { clubColors } from './club-colors.ts'

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
export function ClubMark({ line: { name, team } }: { line: Pick<Line, 'name' | 'team'> }) {
  const { main, second, text } = clubColors(team)
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
