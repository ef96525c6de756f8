import { marketLabel } from '@propsight/shared/domain'
import { cx, Hint } from '@propsight/shared/ui'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { BoardWorth, LoadingRow } from '../../state/rank-board.ts'
import type { RankedLine, UnrankedLine } from '../../state/ranked-line.ts'
import styles from './board.module.css'
import { followsGroup } from './sort-cards.ts'
import { rowHeight, WindowedList } from './windowed-list.tsx'

interface AnchorCard {
  id: string
  /** Top of the card in pixels from the top of the viewport. */
  top: number
  /**
   * Accessible name of the focused control; empty for the link of the card, null if the focus is elsewhere.
   */
  focus: string | null
}

const cardOf = (root: HTMLElement, id: string): HTMLElement | null =>
  root.querySelector(`[data-card="${CSS.escape(id)}"]`)

/** The card to hold in place: the focused one, else the hovered one if the page is scrolled. */
function findAnchorCard(root: HTMLElement): AnchorCard | null {
  const focused = root.contains(document.activeElement)
  const hovered = window.scrollY > 0 ? root.querySelector('[data-card]:hover') : null
  const card = (focused ? document.activeElement : hovered)?.closest<HTMLElement>('[data-card]')
  if (!card?.dataset.card) return null
  const focus = focused ? (document.activeElement?.getAttribute('aria-label') ?? '') : null
  return { id: card.dataset.card, top: card.getBoundingClientRect().top, focus }
}

/** The control of the same name in the card after the reorder; the link of the card if there is none. */
function findControl(root: HTMLElement, { id, focus }: AnchorCard): HTMLElement | null | undefined {
  const card = cardOf(root, id)
  return (
    card?.querySelector<HTMLElement>(`[aria-label="${CSS.escape(focus ?? '')}"]`) ??
    card?.querySelector<HTMLElement>('[data-open]')
  )
}

/**
 * Scrolls so that the card keeps its position. A row outside the rendered window has a position known by its
 * index.
 */
function restoreScroll(root: HTMLElement, { id, top }: AnchorCard, ids: readonly string[]): void {
  const card = cardOf(root, id)
  const list = root.querySelector('ul')
  const index = ids.indexOf(id)
  if (card) window.scrollBy(0, card.getBoundingClientRect().top - top)
  else if (list && index >= 0) {
    window.scrollBy(0, list.getBoundingClientRect().top + index * rowHeight() - top)
  }
}

/** Frames within which the row of the anchor is rendered after the reorder; a long list renders few rows a frame. */
const MAX_FOCUS_FRAMES = 30

/** Focuses the control again once its row is rendered, unless the focus has moved elsewhere. */
function restoreFocus(root: HTMLElement, anchor: AnchorCard, frames = MAX_FOCUS_FRAMES): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    const control = findControl(root, anchor)
    if (control) control.focus({ preventScroll: true })
    else if (frames > 0) restoreFocus(root, anchor, frames - 1)
  })
}

interface BoardOrder {
  /** While players are loading: the rows in the book's order; null once they are ranked. */
  arriving: readonly LoadingRow[] | null
  raised: readonly RankedLine[]
  rest: readonly RankedLine[]
}

/**
 * Stable order while rows are replaced: the ranks are applied in one step when all records have arrived, and so
 * are lines added to a ranked board. The focused or hovered card keeps its position on the screen and the focus.
 * @param version changes when all rows are replaced
 * @returns the order to render, with its version: the earlier one in the render in which the version changes
 */
function useStableOrder(version: string, order: BoardOrder) {
  const root = useRef<HTMLDivElement>(null)
  const anchor = useRef<AnchorCard | null>(null)
  const [shownVersion, setShownVersion] = useState(version)
  const lastOrder = useRef(order)
  const replaces = version !== shownVersion
  useLayoutEffect(() => {
    if (!replaces) {
      lastOrder.current = order
      return
    }
    // The old order is still rendered, so that the position of the card can be measured.
    anchor.current = root.current && findAnchorCard(root.current)
    setShownVersion(version)
  }, [replaces, version, order])
  useLayoutEffect(() => {
    if (replaces || !anchor.current || !root.current) return
    restoreScroll(
      root.current,
      anchor.current,
      order.rest.map(({ id }) => id),
    )
  }, [replaces, order])
  useEffect(() => {
    const lastAnchor = anchor.current
    if (replaces || !lastAnchor) return
    anchor.current = null
    // The focused row was removed with the old order.
    if (lastAnchor.focus !== null && root.current) restoreFocus(root.current, lastAnchor)
  }, [replaces])
  return { root, version: shownVersion, order: replaces ? lastOrder.current : order }
}

const PROBABILITY = 'Probability'
const COLUMNS = ['#', '', 'Player', 'Pick', 'Best price', PROBABILITY, 'Value', 'Last 10']

/** Column headings of the cards. */
export const ColumnLabels = () => (
  <div className={styles.columns} aria-hidden="true">
    {COLUMNS.map((label) => (
      <span key={label} className="u-label">
        {label}
        {label === PROBABILITY && (
          <>
            <i className={styles.even} /> break-even
          </>
        )}
      </span>
    ))}
  </div>
)

const NOTICES: Readonly<Record<BoardWorth, { title: string; why: string | null }>> = {
  edge: { title: 'Best value first.', why: null },
  'break-even': {
    title: 'No edge today: none is recommended.',
    why: 'The lines above their break-even are listed first. None is recommended: none is sure enough to beat its price, as ‘How good are these numbers?’ explains.',
  },
  none: {
    title: 'No line worth it today.',
    why: 'No line is known to reach its break-even, so there are no top picks. All are listed by value; goblins and demons have no public payout.',
  },
}

/** What the day offers, in one line, once all players are loaded. */
export function WorthNotice({ worth }: { worth: BoardWorth }) {
  const { title, why } = NOTICES[worth]
  return (
    <p className={styles.none} role="status">
      {title}
      {why && <Hint label="Why">{why}</Hint>}
    </p>
  )
}

interface NotRankedProps {
  lines: readonly UnrankedLine[]
  /** Renders the link to the detail view. */
  name(card: RankedLine): ReactNode
}

/** Lines that are not ranked, each with its reason. No line is omitted silently. */
export function NotRanked({ lines, name }: NotRankedProps) {
  const [open, setOpen] = useState(false)
  if (lines.length === 0) return null
  return (
    <details className={styles.unranked} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Not ranked ({lines.length})</summary>
      {open && (
        <ul>
          {lines.map(({ line, reason, card }) => (
            <li key={line.id}>
              {card ? name(card) : <b>{line.name}</b>} {line.line} {marketLabel(line.statType)}
              <span>{reason}</span>
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

export interface BoardProps {
  raised: readonly RankedLine[]
  rest: readonly RankedLine[]
  unranked: readonly UnrankedLine[]
  /** While players are loading: a row per line in the book's order, which arriving records do not change. */
  places: readonly LoadingRow[]
  topPicks: number
  /** Number of placeholder rows before the lines are known. */
  blankRows?: number
  /** Changes when lines were added to a ranked board. */
  version?: number
  loading: boolean
  top(card: RankedLine): ReactNode
  row(card: RankedLine): ReactNode
  /** Renders the link to the detail view of a card that is not ranked. */
  name(card: RankedLine): ReactNode
  waiting(place: LoadingRow): ReactNode
  blank(top: boolean): ReactNode
}

/** React keys of placeholders, which have no identity but their index. */
const places = (count: number): string[] => Array.from({ length: count }, (_, index) => `place-${index}`)

/**
 * The top N cards that reach their break-even, and the remaining cards as rows below them. The lines of a player on
 * one market are next to each other. While players are loading, the rows keep the
 * book's order and fill in place. The ranks are applied once, when all records have arrived.
 */
export function Board(props: BoardProps) {
  const { unranked, topPicks, blankRows = 0, loading } = props
  const latest = { arriving: loading ? props.places : null, raised: props.raised, rest: props.rest }
  const { root, version, order } = useStableOrder(
    loading ? 'arriving' : `ranked ${props.version ?? 0}`,
    latest,
  )
  const { arriving, raised, rest } = order
  const follower = (card: RankedLine) => (
    <div className={styles.follower} data-follows="">
      {props.row(card)}
    </div>
  )
  const rowCount = arriving ? arriving.length : rest.length
  return (
    <div ref={root} aria-busy={loading}>
      <ColumnLabels />
      {(arriving || raised.length > 0) && (
        <>
          <h2 className="u-vh">Top picks</h2>
          {/* Replaced with the version, as the rows below: lines that are added next to a top pick move no card. */}
          <ol key={version}>
            {arriving
              ? places(topPicks).map((place) => <li key={place}>{props.blank(true)}</li>)
              : raised.map((card, index) =>
                  followsGroup(card, raised[index - 1]) ? (
                    <li key={card.id}>{follower(card)}</li>
                  ) : (
                    props.top(card)
                  ),
                )}
          </ol>
        </>
      )}
      {rowCount + blankRows > 0 && (
        // Keyed like its rows: the section is replaced when ranks or lines are added, and does not move.
        <section key={version} aria-labelledby="analysis-also-ranked">
          <h2 id="analysis-also-ranked" className={cx('u-label', styles.also)}>
            {arriving ? 'In the book’s order until all are loaded' : 'Also ranked'}
          </h2>
          <WindowedList
            label={arriving ? 'Loading' : 'Also ranked'}
            version={version}
            ids={arriving ? arriving.map(({ line }) => line.id) : rest.map(({ id }) => id)}
            blanks={blankRows}
            blank={props.blank(false)}
            draw={(index) => {
              const place = arriving?.[index]
              if (place) return place.card ? props.row(place.card) : props.waiting(place)
              const card = rest[index]
              if (!card) return null
              return followsGroup(card, rest[index - 1]) ? follower(card) : props.row(card)
            }}
          />
        </section>
      )}
      {!arriving && <NotRanked lines={unranked} name={props.name} />}
    </div>
  )
}
