import { teamIdOf } from '@propsight/league/replay'
import * as z from 'zod'
import { readRows } from '../../read/read-rows.ts'

/** Weather of an outdoor game at first pitch. */
export interface OutdoorGame {
  readonly id: string
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly park: string
  /** MLB's id of the home club. */
  readonly clubId: number
  readonly temperatureF: number
  /** Component of the wind from home plate to centre field, mph; negative blows in. */
  readonly windOutMph: number
}

/** Share of the wind's speed that blows out to centre field. Left and right field are 45 degrees from it. */
const OUT = {
  tocf: 1,
  tolf: Math.SQRT1_2,
  torf: Math.SQRT1_2,
  ltor: 0,
  rtol: 0,
  fromlf: -Math.SQRT1_2,
  fromrf: -Math.SQRT1_2,
  fromcf: -1,
} as const

const number = z
  .string()
  .regex(/^\d{0,3}$/, { error: 'is not a number' })
  .transform((text) => (text === '' ? null : Number(text)))

const gameRow = z.object({
  date: z.iso.date(),
  gameId: z.string().min(1),
  home: z.string().min(1),
  park: z.string(),
  tempF: number,
  windDir: z.string(),
  windSpeedMph: number,
  sky: z.string(),
})

const isDirection = (text: string): text is keyof typeof OUT => text in OUT

function windOut({ windDir, windSpeedMph }: z.output<typeof gameRow>): number | null {
  if (windSpeedMph === 0) return 0
  return windSpeedMph !== null && isDirection(windDir) ? windSpeedMph * OUT[windDir] : null
}

/**
 * Reads the outdoor games of a season with known temperature and wind.
 * @throws ReplayError for a folder without the file or the columns, and for an invalid cell
 */
export const readWeather = (folder: string): OutdoorGame[] =>
  readRows(folder, 'games', gameRow).flatMap((row) => {
    const { gameId: id, date, home, park, tempF: temperatureF, sky } = row
    const windOutMph = windOut(row)
    const clubId = teamIdOf(home)
    if (sky === 'dome' || !temperatureF || windOutMph === null || clubId === undefined) return []
    return [{ id, date, park: park || home, clubId, temperatureF, windOutMph }]
  })
