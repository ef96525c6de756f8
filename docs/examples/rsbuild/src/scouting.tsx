import { Extension, type RemoteProps } from '@propsight/remote-kit'
import { Button } from '@propsight/remote-kit/ui'
import { useState, useSyncExternalStore } from 'react'
import styles from './scouting.module.css'

/**
 * One screen: it reads the session and the credits of the shell, uses a component of the product, and shows one that
 * the weather remote offers.
 */
export function Scouting({ shell }: RemoteProps) {
  const user = useSyncExternalStore(shell.session.subscribe, shell.session.get)
  const credits = useSyncExternalStore(shell.credits.subscribe, shell.credits.get)
  const [visits, setVisits] = useState(0)
  return (
    <section className={styles.page}>
      <h1>Scouting</h1>
      <p>{user ? `Signed in as ${user.email}, ${credits ?? '…'} credits` : 'Not signed in'}</p>
      <p>
        Tonight in Boston:{' '}
        <Extension
          shell={shell}
          name="weather/mark"
          props={{ homeTeam: 'BOS', gameTime: null }}
          fallback="no forecast"
        />
      </p>
      <p className={styles.visits}>Visits {visits}</p>
      <Button onClick={() => setVisits(visits + 1)}>Add a visit</Button>
    </section>
  )
}
