import * as z from 'zod'

/**
 * Quotes of the sample league's odds service, and the arithmetic of closing-line values, both without code of the
 * product: tests compare the product with them.
 */

const EVENTS = '/v4/sports/baseball_mlb/events'
const answerSchema = z.object({
  bookmakers: z.array(
    z.object({
      title: z.string(),
      markets: z.array(
        z.object({
          outcomes: z.array(
            z.object({
              name: z.enum(['Over', 'Under']),
              description: z.string(),
              price: z.number(),
              point: z.number(),
            }),
          ),
        }),
      ),
    }),
  ),
})
const eventsSchema = z.array(z.object({ id: z.string(), commence_time: z.string() }))

export interface LeagueEvent {
  readonly id: string
  /** First pitch, ISO 8601. */
  readonly startsAt: string
}
type Sides = Partial<Record<'Over' | 'Under', number>>
/** American odds of both sides by book, for each player and line. */
export type Quotes = ReadonlyMap<string, ReadonlyMap<string, Sides>>

/** A text without diacritics: the odds service omits most of them. */
export const plain = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '')
export const quoteKey = (player: string, line: number): string => `${plain(player)} ${line}`

const decimal = (american: number): number => 1 + (american > 0 ? american / 100 : -100 / american)

const request = async (leagueUrl: string, path: string, query: Record<string, string> = {}) =>
  (await fetch(`${leagueUrl}${path}?${new URLSearchParams({ apiKey: 'test', ...query })}`)).json()

export async function listEvents(leagueUrl: string): Promise<LeagueEvent[]> {
  const events = eventsSchema.parse(await request(leagueUrl, EVENTS))
  return events.map(({ id, commence_time }) => ({ id, startsAt: commence_time }))
}

/** Reads the current quotes of a market with its alternate lines in one game. */
export async function readQuotes(leagueUrl: string, eventId: string, market: string): Promise<Quotes> {
  const { bookmakers } = answerSchema.parse(
    await request(leagueUrl, `${EVENTS}/${eventId}/odds`, {
      regions: 'us',
      markets: `${market},${market}_alternate`,
      oddsFormat: 'american',
    }),
  )
  const quotes = new Map<string, Map<string, Sides>>()
  for (const { title, markets } of bookmakers)
    for (const { name, description, point, price } of markets.flatMap(({ outcomes }) => outcomes)) {
      const key = quoteKey(description, point)
      const books = quotes.get(key) ?? new Map<string, Sides>()
      quotes.set(key, books.set(title, { ...books.get(title), [name]: price }))
    }
  return quotes
}

/** Highest American odds of a side, with the books that offer them. */
export function bestPrice(books: ReadonlyMap<string, Sides>, side: 'Over' | 'Under') {
  const offers = [...books].flatMap(([book, { [side]: price }]) =>
    price === undefined ? [] : [{ book, price }],
  )
  const price = offers.toSorted((a, b) => decimal(b.price) - decimal(a.price))[0]?.price ?? null
  return { price, books: offers.filter((offer) => offer.price === price).map(({ book }) => book) }
}

/**
 * Percent chance of a side without the books' margin: the inverse prices of both sides divided by their sum
 * (proportional removal), mean over the books that offer both.
 * @returns null if no book does
 */
export function fairChance(
  books: ReadonlyMap<string, Sides> | undefined,
  side: 'Over' | 'Under',
): number | null {
  const chances = [...(books?.values() ?? [])].flatMap(({ Over, Under }) => {
    if (Over === undefined || Under === undefined) return []
    const [over, under] = [1 / decimal(Over), 1 / decimal(Under)]
    return [(100 * (side === 'Over' ? over : under)) / (over + under)]
  })
  return chances.length === 0 ? null : chances.reduce((sum, chance) => sum + chance, 0) / chances.length
}
