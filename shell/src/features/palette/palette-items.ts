import type { ApiClient } from '@propsight/shared/contracts'
import { MLB_MARKETS, marketLabel, normalisePlayerName } from '@propsight/shared/domain'
import { clockText } from '@propsight/shared/format'
import * as z from '@propsight/shared/schema'
import type { SupabaseClient } from '@supabase/supabase-js'

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
export const staticItems = (tabs: readonly { path: string; title: string }[]): PaletteItem[] => [
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
export async function readProps(api: ApiClient, signal: AbortSignal): Promise<PaletteItem[]> {
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
export async function readPicks(supabase: SupabaseClient): Promise<PaletteItem[]> {
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
