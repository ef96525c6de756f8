import { showParts } from '@propsight/shared/client'
import { defineExtension, type ShellApi } from '@propsight/shared/contracts'
import { describeWeather } from '@propsight/shared/domain/weather'
import * as z from '@propsight/shared/schema'
import { weatherOptions } from '../../state/queries.ts'

/** An object that ignores what it does not need, because slots give more to their contributions. */
const markProps = z.object({
  /** Code of the club in whose stadium the game is played. */
  homeTeam: z.string().min(1).max(10),
  /** Start, ISO 8601; null while it is not set. */
  gameTime: z.string().max(40).nullable(),
  /** Name of the stadium. Another one than the club's own gets no weather. */
  stadium: z.string().max(80).optional(),
})
type MarkProps = z.infer<typeof markProps>

/** Divides '84°F, wind 11 mph out to left' before the comma and before the direction. */
const BETWEEN_PARTS = /(?=, )|(?<= mph)(?= )/

/** The weather of a baseball game as text; null where none is known. */
async function readMark(
  { queryClient, api, dataSource }: ShellApi,
  props: MarkProps,
): Promise<string | null> {
  // In replay mode the season is over, and the server rejects every forecast request.
  if (dataSource.get().kind === 'replay') return null
  try {
    const weather = await queryClient.fetchQuery({
      ...weatherOptions(api, { sport: 'baseball', ...props }),
      // The mark is optional, and the view shows and repeats failures.
      retry: false,
    })
    return props.stadium === undefined || props.stadium === weather.stadium ? describeWeather(weather) : null
  } catch {
    return null
  }
}

/**
 * The weather at a baseball game as one line: '84°F, wind 11 mph out to left'. Empty while it is unknown. Without
 * React, because a long board mounts marks while it scrolls.
 */
export const weatherMark = defineExtension<MarkProps>({
  props: markProps,
  mount(element, props, shell) {
    let shown: MarkProps | null = null
    const show = async (next: MarkProps) => {
      shown = next
      const text = await readMark(shell, next)
      if (shown !== next) return
      showParts(element, text?.split(BETWEEN_PARTS) ?? [])
      element.title = text ?? ''
    }
    void show(props)
    return {
      update: (next) => void show(next),
      unmount() {
        shown = null
      },
    }
  },
})
