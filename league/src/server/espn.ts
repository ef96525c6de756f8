import * as z from 'zod'
import { dayNumber } from '../world/world.ts'
import { ServiceError } from './answer.ts'

// What the sports have in common in ESPN's format.

/** Statuses of a game by its state. */
export const STATES = {
  pre: { id: '1', name: 'STATUS_SCHEDULED', state: 'pre', completed: false, description: 'Scheduled' },
  in: { id: '2', name: 'STATUS_IN_PROGRESS', state: 'in', completed: false, description: 'In Progress' },
  halftime: { id: '23', name: 'STATUS_HALFTIME', state: 'in', completed: false, description: 'Halftime' },
  post: { id: '3', name: 'STATUS_FINAL', state: 'post', completed: true, description: 'Final' },
} as const

/** An instant without seconds, the time format of the service. */
export const minuteIso = (instant: string): string => `${instant.slice(0, 16)}Z`

/** Maximum number of days in a range, as in the service. */
const MAX_DAYS = 400

const day = z
  .string()
  .regex(/^\d{8}$/)
  .transform((text) => `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`)
  .pipe(z.iso.date())

/** The parameter `dates`: a day or a range. */
const datesSchema = z
  .string()
  .transform((text) => text.split('-'))
  .pipe(z.array(day).min(1).max(2))
  .transform(([from = '', to = from]) => ({ from, to }))
  .refine(({ from, to }) => from <= to && dayNumber(to) - dayNumber(from) < MAX_DAYS)

/** Reads the parameter `dates`; undefined where it is missing. @throws ServiceError for an invalid one */
export function readDates(dates: unknown): { from: string; to: string } | undefined {
  if (typeof dates !== 'string') return undefined
  const { data } = datesSchema.safeParse(dates)
  if (!data) throw new ServiceError(400, 0, 'Failed to get events endpoint.')
  return data
}

interface Injured {
  readonly player: {
    readonly id: number
    readonly name: string
    readonly club: number
    readonly position: string
  }
  readonly injury: string
}

/** The reports of injuries of all clubs. @param path of the sport in the addresses of its players' pages */
export function presentInjuries(
  path: string,
  clubOf: (club: number) => { readonly id: string; readonly displayName: string },
  injuries: readonly Injured[],
  now: Date,
) {
  return {
    timestamp: `${now.toISOString().slice(0, 19)}Z`,
    status: 'success',
    injuries: [...Map.groupBy(injuries, ({ player }) => player.club)].map(([club, reports]) => ({
      id: clubOf(club).id,
      displayName: clubOf(club).displayName,
      injuries: reports.map(({ player, injury }) => ({
        id: String(player.id),
        shortComment: `${player.name} (${injury.toLowerCase()}) is out for the next game.`,
        status: 'Out',
        date: minuteIso(now.toISOString()),
        athlete: {
          displayName: player.name,
          links: [
            {
              rel: ['playercard'],
              href: `https://www.espn.com/${path}/player/_/id/${player.id}/${player.id}`,
            },
          ],
          position: { abbreviation: player.position },
        },
        details: { type: injury },
      })),
    })),
  }
}
