import type { StarredProp } from '@propsight/shared/contracts'
import { shortDayText, unreadText } from '@propsight/shared/format'
import { Button, FieldError } from '@propsight/shared/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { errorText } from '../../state/error-text.ts'
import { useServices } from '../../state/services.ts'
import styles from './alerts.module.css'
import { readStars, removeStar, starsKey } from './alerts-api.ts'

const SIDES = { OVER: 'over', UNDER: 'under' } as const

const describe = ({ stat_type, line, side }: StarredProp): string =>
  [side ? SIDES[side] : '', line ?? '', stat_type].filter((part) => part !== '').join(' ')

function Star({ star, userId }: { star: StarredProp; userId: string }): ReactElement {
  const services = useServices()
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => removeStar(services, star),
    onSettled: () => queryClient.invalidateQueries({ queryKey: starsKey(userId) }),
  })
  const what = describe(star)
  return (
    <li>
      <span>
        <b>{star.player_name}</b>
        <span>{[what, star.team, shortDayText(star.league_day)].filter(Boolean).join(' · ')}</span>
        {remove.error && <FieldError>{errorText(remove.error)}</FieldError>}
      </span>
      <Button
        variant="bare"
        busy={remove.isPending}
        aria-label={`Remove star: ${star.player_name} ${what}`}
        onClick={() => remove.mutate()}
      >
        Remove
      </Button>
    </li>
  )
}

/** The starred props of the user, each with a button that removes its star. Nothing without stars. */
export function StarredProps({ userId }: { userId: string }): ReactElement | null {
  const services = useServices()
  const { data, error } = useQuery({ queryKey: starsKey(userId), queryFn: () => readStars(services) })
  if (error && !data) return <FieldError>{`Your stars could not be loaded: ${errorText(error)}`}</FieldError>
  if (!data || data.rows.length === 0) return null
  return (
    <section className={styles.stars} aria-label="Starred props">
      <h3>Starred props</h3>
      <ul>
        {data.rows.map((star) => (
          <Star key={`${star.game_pk} ${star.person_id} ${star.stat_type}`} star={star} userId={userId} />
        ))}
      </ul>
      {data.skipped > 0 && <p role="status">{unreadText(data.skipped, 'starred prop')}</p>}
    </section>
  )
}
