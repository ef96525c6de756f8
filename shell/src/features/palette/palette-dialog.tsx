import type { ApiClient } from '@propsight/shared/contracts'
import { MLB_MARKETS, marketLabel, normalisePlayerName } from '@propsight/shared/domain'
import { clockText } from '@propsight/shared/format'
import * as z from '@propsight/shared/schema'
import { Dialog } from '@propsight/shared/ui'
import type { SupabaseClient } from '@supabase/supabase-js'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { useServices } from '../../state/services.ts'
import { userAtom } from '../../state/session.ts'
import styles from './palette.module.css'

/** Something that the palette finds, and the path that it opens. */
export interface PaletteItem {
  kind: 'Page' | 'Market' | 'Player' | 'Game' | 'Pick'
  title: string
  path: string
}

/** Markets whose boards together have nearly all players. A board of all markets has megabytes. */
const PLAYER_MARKETS = ['Hits', 'Pitcher Strikeouts']
const MOST_PICKS = 200
const MOST_FOUND = 40

const boardSchema = z.object({
  props: z.array(z.object({ player: z.string(), team: z.string().nullable() })),
  events: z.array(z.object({ home: z.string(), away: z.string(), startsAt: z.string() })),
})

const scannerPath = (search: string): string => `/scanner?${new URLSearchParams({ q: search })}`

/** Pages besides the tabs. */
const PAGES: readonly PaletteItem[] = [
  { kind: 'Page', title: 'How good are these numbers?', path: '/?page=record' },
  { kind: 'Page', title: 'My track record', path: '/picks?view=record' },
  { kind: 'Page', title: "Today's pitchers", path: '/pitchers' },
]

/** The pages and markets, which need no request. */
const staticItems = (tabs: readonly { path: string; title: string }[]): PaletteItem[] => [
  ...tabs.map(({ path, title }): PaletteItem => ({ kind: 'Page', title, path })),
  ...PAGES,
  ...MLB_MARKETS.map(
    (market): PaletteItem => ({
      kind: 'Market',
      title: marketLabel(market),
      path: `/?${new URLSearchParams({ stat: market })}`,
    }),
  ),
]

/** The players and games of the day's prices. @throws ApiError */
async function readProps(api: ApiClient, signal: AbortSignal): Promise<PaletteItem[]> {
  const boards = await Promise.all(
    PLAYER_MARKETS.map(async (stat) =>
      boardSchema.parse(await api.json('/api/odds', { query: { stat }, signal })),
    ),
  )
  const players = new Map(
    boards.flatMap(({ props }) =>
      props.map(({ player, team }) => [player, team ? `${player}, ${team}` : player]),
    ),
  )
  const games = new Map(
    boards.flatMap(({ events }) =>
      events.map(({ away, home, startsAt }) => [`${away} ${home} ${startsAt}`, { away, home, startsAt }]),
    ),
  )
  return [
    ...[...games.values()].map(
      ({ away, home, startsAt }): PaletteItem => ({
        kind: 'Game',
        title: `${away} @ ${home}, ${clockText(startsAt)}`,
        path: scannerPath(`${away} ${home}`),
      }),
    ),
    ...[...players].map(
      ([player, title]): PaletteItem => ({ kind: 'Player', title, path: scannerPath(player) }),
    ),
  ]
}

const picksSchema = z.array(
  z.object({
    id: z.string(),
    player_name: z.string(),
    betting_line: z.coerce.number().nullable(),
    betting_recommendation: z.enum(['OVER', 'UNDER']).nullable(),
  }),
)

/** The saved picks of the signed-in user. @throws Error if they cannot be read */
async function readPicks(supabase: SupabaseClient): Promise<PaletteItem[]> {
  const { data, error } = await supabase
    .from('my_picks')
    .select('id,player_name,betting_line,betting_recommendation')
    .order('created_at', { ascending: false })
    .limit(MOST_PICKS)
  if (error) throw error
  return picksSchema.parse(data).map(({ id, player_name, betting_line, betting_recommendation: side }) => ({
    kind: 'Pick',
    title: side ? `${player_name}, ${side === 'OVER' ? 'over' : 'under'} ${betting_line}` : player_name,
    path: `/picks?${new URLSearchParams({ pick: id })}`,
  }))
}

const textOf = ({ kind, title }: PaletteItem): string => normalisePlayerName(`${title} ${kind}`)

/** Order of equally good matches: a name finds its player before the picks of that player. */
const KINDS: readonly PaletteItem['kind'][] = ['Page', 'Market', 'Player', 'Game', 'Pick']

/**
 * The items that contain every word of a search, without regard to accents and case: first the titles that begin with
 * it, then those of which words begin with it. Without a search: pages, markets and picks, since players and games are too many to list.
 */
export function findItems(items: readonly PaletteItem[], search: string): PaletteItem[] {
  const wanted = normalisePlayerName(search)
  const words = wanted.split(' ').filter(Boolean)
  if (words.length === 0) return items.filter(({ kind }) => kind !== 'Player').slice(0, MOST_FOUND)
  const found = items.filter((item) => words.every((word) => textOf(item).includes(word)))
  const match = (text: string) => {
    if (text.startsWith(wanted)) return 2
    return words.every((word) => ` ${text}`.includes(` ${word}`)) ? 1 : 0
  }
  return found
    .map((item) => ({ item, match: match(textOf(item)), kind: KINDS.indexOf(item.kind) }))
    .toSorted((a, b) => b.match - a.match || a.kind - b.kind)
    .map(({ item }) => item)
    .slice(0, MOST_FOUND)
}

const FRESH_MS = 60_000
const NONE: readonly PaletteItem[] = []
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** All that the palette knows, and whether a part of it is missing. */
function usePaletteItems(tabs: readonly { path: string; title: string }[]) {
  const { api, supabase } = useServices()
  const user = useAtomValue(userAtom)?.id
  const options = { staleTime: FRESH_MS, retry: false }
  const props = useQuery({
    ...options,
    queryKey: ['palette', 'props'],
    queryFn: ({ signal }) => readProps(api, signal),
  })
  const picks = useQuery({
    ...options,
    queryKey: ['palette', 'saved', user],
    queryFn: () => readPicks(supabase),
  })
  return {
    items: [...staticItems(tabs), ...(picks.data ?? NONE), ...(props.data ?? NONE)],
    isReading: props.isLoading || picks.isLoading,
    missing: [props.isError && 'players and games', picks.isError && 'your picks']
      .filter(Boolean)
      .join(' and '),
  }
}

export interface PaletteDialogProps {
  tabs: readonly { path: string; title: string }[]
  open: boolean
  onClose(): void
}

/** Finds players, markets, games, picks and pages by a few letters, and opens the chosen one. */
export function PaletteDialog({ tabs, open, onClose }: PaletteDialogProps): ReactElement {
  const { location } = useServices()
  const { items, isReading, missing } = usePaletteItems(tabs)
  const [search, setSearch] = useState('')
  const [at, setAt] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const found = findItems(items, search)
  const current = Math.min(at, found.length - 1)
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView?.({ block: 'nearest' })
  }, [current])
  const choose = (item: PaletteItem | undefined) => {
    if (!item) return
    onClose()
    location.navigate(item.path)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step) setAt((current + step + found.length) % Math.max(1, found.length))
    else if (event.key === 'Enter') choose(found[current])
    else return
    event.preventDefault()
  }
  const status = missing ? `Could not be read: ${missing}.` : isReading && 'Reading players, games and picks…'
  return (
    <Dialog open={open} onClose={onClose} title="Find" initialFocus={input}>
      <input
        ref={input}
        className={styles.search}
        role="combobox"
        aria-label="Player, market, game, pick or page"
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `${id}-${current}` : undefined}
        placeholder="Player, market, game, pick or page"
        maxLength={80}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={id} role="listbox" aria-label="Found" className={styles.list}>
        {found.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the combobox, which has the focus
          // biome-ignore lint/a11y/useFocusableInteractive: the combobox names the active option
          <div
            key={`${item.path} ${item.title}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === current}
            className={styles.option}
            onClick={() => choose(item)}
          >
            {item.title}
            <span className={styles.kind}>{item.kind}</span>
          </div>
        ))}
      </div>
      <p role="status" className={styles.status}>
        {found.length === 0 && !isReading ? `Nothing matches. ${status || ''}` : status}
      </p>
    </Dialog>
  )
}
