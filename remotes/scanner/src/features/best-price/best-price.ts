import { showParts } from '@propsight/shared/client'
import { defineExtension, type OddsProp, type ShellApi } from '@propsight/shared/contracts'
import { findStatType, loosePlayerName } from '@propsight/shared/domain'
import {
  bestQuote,
  isStaleQuote,
  noVigOver,
  priceBreakEven,
  withoutOutOfLine,
} from '@propsight/shared/domain/odds'
import { beatText, formatPercent } from '@propsight/shared/format'
import * as z from '@propsight/shared/schema'
import { QueryObserver } from '@tanstack/react-query'
import { priceText, quoteAge } from '../../state/format.ts'
import { type OddsBoard, oddsOptions, refreshInterval } from '../../state/odds-query.ts'
import { priceOf, toPriced } from '../../state/rows.ts'
import { loadSettings, type Settings } from '../../state/settings.ts'

/** The props of a board, found by player and market. */
interface PropIndex {
  board: OddsBoard
  find(of: { personId: number | null; player: string; stat: string; gamePk: number | null }): OddsProp | null
}

const groupBy = <Key>(props: readonly OddsProp[], keyOf: (prop: OddsProp) => Key) => Map.groupBy(props, keyOf)

/**
 * Indexes a board. A player is found by id; a prop without an id, or a request without one, by name. Of several games
 * of a player it finds the requested one; without a request, none, because the lines may differ.
 */
function createPropIndex(board: OddsBoard): PropIndex {
  const games = new Map(board.events.map(({ id, gamePk }) => [id, gamePk]))
  const byId = groupBy(board.props, ({ personId, stat }) => `${personId} ${stat}`)
  const byName = groupBy(board.props, ({ player, stat }) => `${loosePlayerName(player)} ${stat}`)
  return {
    board,
    find({ personId, player, stat, gamePk }) {
      const named = byName.get(`${loosePlayerName(player)} ${stat}`) ?? []
      const found =
        personId === null
          ? named
          : (byId.get(`${personId} ${stat}`) ?? named.filter((prop) => prop.personId === null))
      const inGame = gamePk === null ? found : found.filter((prop) => games.get(prop.eventId) === gamePk)
      return inGame.length === 1 ? (inGame[0] ?? null) : null
    },
  }
}

/** Interval of updating the ages of prices. Milliseconds. */
const TICK_MS = 30_000

/** The latest prices of a market with the user's choices. */
interface Prices {
  index: PropIndex
  settings: Settings
}

interface PriceFeed {
  /** Null until the prices are read, and where there are none. */
  get(): Prices | null
  /** @returns the function that ends the subscription */
  subscribe(onChange: () => void): () => void
}

/**
 * Reads the prices of a market for all best prices of a page: one query, one index and one timer, while at least one
 * price is shown and a user is signed in.
 */
function createPriceFeed({ queryClient, api, session }: ShellApi, stat: string): PriceFeed {
  const listeners = new Set<() => void>()
  let index: PropIndex | null = null
  let settings = loadSettings()
  let stop: (() => void) | null = null
  const tell = () => {
    settings = loadSettings()
    for (const listener of listeners) listener()
  }
  const update = (board: OddsBoard | undefined) => {
    if (board && index?.board !== board) index = createPropIndex(board)
    tell()
  }
  function open(): () => void {
    const observer = new QueryObserver(queryClient, {
      ...oddsOptions(api, { day: null, runId: null, stat }),
      refetchInterval: refreshInterval,
    })
    update(observer.getCurrentResult().data)
    const leave = observer.subscribe(({ data }) => update(data))
    const timer = setInterval(tell, TICK_MS)
    return () => {
      leave()
      clearInterval(timer)
      index = null
    }
  }
  const synchronize = () => {
    const isNeeded = listeners.size > 0 && session.get() !== null
    if (isNeeded && !stop) stop = open()
    if (!isNeeded && stop) {
      stop()
      stop = null
      tell()
    }
  }
  let leaveSession: (() => void) | null = null
  return {
    get: () => index && { index, settings },
    subscribe(onChange) {
      listeners.add(onChange)
      leaveSession ??= session.subscribe(synchronize)
      synchronize()
      return () => {
        listeners.delete(onChange)
        if (listeners.size > 0) return
        leaveSession?.()
        leaveSession = null
        synchronize()
      }
    },
  }
}

const feeds = new WeakMap<ShellApi['queryClient'], Map<string, PriceFeed>>()

/** The feed of a market on a page. Most lists show few markets, and all markets of a day are megabytes. */
function priceFeedOf(shell: ShellApi, stat: string): PriceFeed {
  const ofPage = feeds.get(shell.queryClient) ?? new Map<string, PriceFeed>()
  feeds.set(shell.queryClient, ofPage)
  const feed = ofPage.get(stat) ?? createPriceFeed(shell, stat)
  ofPage.set(stat, feed)
  return feed
}

const PERCENT = 100

/** An object that ignores what it does not need, because slots give more to their contributions. */
const priceProps = z.object({
  /** The league's id of the player; null where it is unknown. */
  personId: z.int().nullable(),
  player: z.string().min(1).max(120),
  /** The market, as in `findStatType`. */
  stat: z
    .string()
    .min(1)
    .max(60)
    .transform((stat) => findStatType(stat)?.name ?? stat),
  line: z.number().min(0).max(1_000),
  side: z.enum(['OVER', 'UNDER']),
  /** The league's game number; null if the player has one game. */
  gamePk: z.int().nullable(),
  /** The books' chance of the side without margin when the line was saved, percent. */
  savedNoVig: z.number().min(0).max(100).nullish(),
})
type PriceProps = z.infer<typeof priceProps>

/**
 * The best price of a side at exactly the line, of the user's books, as a text of parts and as a longer title;
 * null if no book quotes it.
 */
export function bestPriceText(
  { index, settings: { books, format } }: Prices,
  { line, side, savedNoVig, ...of }: PriceProps,
  now: number,
): { parts: string[]; title: string } | null {
  const prop = index.find(of)
  if (!prop) return null
  const fresh = prop.quotes.filter(({ confirmedAt }) => !isStaleQuote(confirmedAt, now)).map(toPriced)
  const key = side === 'OVER' ? 'over' : 'under'
  const credible = withoutOutOfLine(fresh)
  const price = priceOf(bestQuote(credible, line, key, books), key)
  if (!price) return null
  const book = index.board.books.find(({ key }) => key === price.book)?.title ?? price.book
  const offer = `${priceText(price, format)} at ${book}`
  const age = `, ${quoteAge(price.confirmedAt, now)}`
  const title = `Best price of the ${key} ${line}: ${offer}${age}`
  if (typeof savedNoVig === 'number') {
    // The method that the server records the prices of picks with.
    const over = noVigOver(credible, line, 'proportional')
    if (over === null) return { parts: [offer, age], title }
    const now = PERCENT * (key === 'over' ? over : 1 - over)
    return { parts: [offer, ` · ${beatText(now - savedNoVig)}`], title }
  }
  // A whole line can end in a push. Its break-even depends on the forecast, which the verdict beside the price knows.
  if (Number.isInteger(line)) return { parts: [offer, age], title }
  const even = formatPercent(priceBreakEven(price.decimal))
  return { parts: [offer, age, ` · break-even ${even}`], title: `${title}; it breaks even at ${even}` }
}

/**
 * The best price of one side of a line at sportsbooks, with the chance at which it breaks even unless the line is whole:
 * '+105 at BOOK, 3 min · break-even 48.8%'; for a saved line, how far it moved since. Empty while it is unknown. Without React, because a long board mounts many.
 */
export const bestPrice = defineExtension<PriceProps>({
  props: priceProps,
  mount(element, props, shell) {
    let current = props
    let feed = priceFeedOf(shell, props.stat)
    const show = () => {
      const prices = feed.get()
      const shown = prices && bestPriceText(prices, current, Date.now() + prices.index.board.ahead)
      showParts(element, shown?.parts ?? [])
      element.title = shown?.title ?? ''
    }
    let leave = feed.subscribe(show)
    show()
    return {
      update(next) {
        const { stat } = current
        current = next
        if (next.stat !== stat) {
          leave()
          feed = priceFeedOf(shell, next.stat)
          leave = feed.subscribe(show)
        }
        show()
      },
      unmount: () => leave(),
    }
  },
})
