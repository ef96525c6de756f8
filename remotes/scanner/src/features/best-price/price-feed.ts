import type { OddsProp, ShellApi } from '@propsight/shared/contracts'
import { loosePlayerName } from '@propsight/shared/domain'
import { QueryObserver } from '@tanstack/react-query'
import { type OddsBoard, oddsOptions, refreshInterval } from '../../state/odds-query.ts'
import { loadSettings, type Settings } from '../../state/settings.ts'

/** The props of a board, found by player and market. */
export interface PropIndex {
  board: OddsBoard
  find(of: { personId: number | null; player: string; stat: string; gamePk: number | null }): OddsProp | null
}

const groupBy = <Key>(props: readonly OddsProp[], keyOf: (prop: OddsProp) => Key) => Map.groupBy(props, keyOf)

/**
 * Indexes a board. A player is found by id; a prop without an id, or a request without one, by name. Of several games
 * of a player it finds the requested one; without a request, none, because the lines may differ.
 */
export function createPropIndex(board: OddsBoard): PropIndex {
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
export interface Prices {
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
export function priceFeedOf(shell: ShellApi, stat: string): PriceFeed {
  const ofPage = feeds.get(shell.queryClient) ?? new Map<string, PriceFeed>()
  feeds.set(shell.queryClient, ofPage)
  const feed = ofPage.get(stat) ?? createPriceFeed(shell, stat)
  ofPage.set(stat, feed)
  return feed
}
