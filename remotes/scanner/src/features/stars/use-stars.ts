import { readResponse } from '@propsight/shared/client'
import {
  type ShellApi,
  STARRED_PROP_COLUMNS,
  STARRED_PROP_KEY,
  type StarredProp,
  starredPropSchema,
} from '@propsight/shared/contracts'
import { useMutation, useMutationState, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Row } from '../../state/rows.ts'

/** Code of the database when the user has the most stars already. */
const TOO_MANY = 'PT409'

type StarKey = Pick<StarredProp, 'game_pk' | 'person_id' | 'stat_type'>

const keyOf = ({ game_pk, person_id, stat_type }: StarKey): string => `${game_pk} ${person_id} ${stat_type}`

/** The star of a prop at its consensus line. @returns null if its game or player is unknown: nothing can be watched */
function starOf({ prop, event, line }: Row): StarredProp | null {
  if (prop.personId === null || event === null || event.gamePk === null) return null
  return {
    game_pk: event.gamePk,
    person_id: prop.personId,
    stat_type: prop.stat,
    line,
    side: null,
    player_name: prop.player,
    team: prop.team ?? '',
    league_day: event.day,
  }
}

type Supabase = ShellApi['supabase']
interface Change {
  star: StarredProp
  on: boolean
}

/** Reads the stars; the list in the account dialog tells of unreadable ones. @throws the error of the data service, Error */
async function readStars(supabase: Supabase): Promise<StarredProp[]> {
  const { data, error } = await supabase.from('starred_props').select(STARRED_PROP_COLUMNS).limit(100)
  if (error) throw error
  return readResponse(starredPropSchema.array(), data).value
}

/** Stores or removes a star. @throws the error of the data service */
async function storeStar(supabase: Supabase, { star, on }: Change): Promise<void> {
  const table = supabase.from('starred_props')
  const { game_pk, person_id, stat_type } = star
  const { error } = on
    ? await table.upsert(star, { onConflict: STARRED_PROP_KEY })
    : await table.delete().match({ game_pk, person_id, stat_type })
  if (error) throw error
}

const applyChange = (stars: readonly StarredProp[], { star, on }: Change): StarredProp[] => {
  const others = stars.filter((each) => keyOf(each) !== keyOf(star))
  return on ? [...others, star] : others
}

function failureText(error: Error, { star, on }: Change): string {
  if ('code' in error && error.code === TOO_MANY)
    return `${error.message}. Remove stars in your account, under Alerts.`
  return on
    ? `The star of ${star.player_name} was not saved. Try again.`
    : `The star of ${star.player_name} was not removed. Try again.`
}

export interface Star {
  on: boolean
  /** A change of it is being stored. */
  busy: boolean
  toggle(): void
}

/**
 * The starred props of the user. A change shows at once and is taken back with a message if it cannot be stored. The
 * list is read again when the page gets the focus, so that changes of other devices show.
 * @returns `starOf`: a prop's star; null for a prop that cannot be watched, and until the list is read. `failed`: the
 *   list could not be read, and `retry` reads it again
 */
export function useStars({ supabase, queryClient, notify }: ShellApi, userId: string) {
  // The shell's list in the account dialog has the first two parts, so that a change of either refreshes both.
  const starsKey = ['starred-props', userId]
  const queryKey = [...starsKey, 'scanner']
  const { data, isError, refetch } = useQuery({ queryKey, queryFn: () => readStars(supabase), staleTime: 0 })
  const { mutate } = useMutation({
    mutationKey: queryKey,
    mutationFn: (change: Change) => storeStar(supabase, change),
    onSuccess: (_, change) =>
      queryClient.setQueryData<StarredProp[]>(queryKey, (stars = []) => applyChange(stars, change)),
    onError: (error, change) => notify({ message: failureText(error, change), tone: 'low' }),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: starsKey })
    },
  })
  const pending = useMutationState({
    filters: { mutationKey: queryKey, status: 'pending' },
    select: ({ state }) => state.variables as Change,
  })
  const findStar = useMemo(() => {
    const stored = new Set(data?.map(keyOf))
    const changing = new Map(pending.map((change) => [keyOf(change.star), change.on]))
    return (row: Row): Star | null => {
      const star = data ? starOf(row) : null
      if (!star) return null
      const key = keyOf(star)
      const on = changing.get(key) ?? stored.has(key)
      return { on, busy: changing.has(key), toggle: () => mutate({ star, on: !on }) }
    }
  }, [data, pending, mutate])
  return { starOf: findStar, failed: isError && !data, retry: () => void refetch() }
}
