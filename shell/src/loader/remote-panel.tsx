import type { Placement, RegistryEntry, ShellApi } from '@propsight/shared/contracts'
import { Button, cx, ErrorState, Skeleton } from '@propsight/shared/ui'
import { originOf } from '../state/override-owner.ts'
import type { RemoteError } from './remote-error.ts'
import styles from './remote-view.module.css'

/** An overlay is already inside a dialog. All other remotes get page margins. */
const frameOf = ({ mount }: Placement) => (mount === 'overlay' ? styles.frame : cx('u-page', styles.frame))

/** Failure kinds of an override whose dev server is down or still compiling. */
const NOT_SERVED: ReadonlySet<RemoteError['kind']> = new Set(['manifest', 'entry', 'timeout'])

/** Error panel of a remote: name, reason and Retry (F4). */
export function RemoteUnavailable(props: {
  entry: RegistryEntry
  shell: ShellApi
  error: RemoteError
  onRetry(): void
}) {
  const { entry, shell, error, onRetry } = props
  const { title } = entry.placement
  const away = entry.placement.mount === 'tab' && entry.placement.path !== '/'
  return (
    <div className={frameOf(entry.placement)} data-remote={entry.name} data-remote-error={error.kind}>
      <ErrorState
        icon="plug"
        title={`${title} is unavailable`}
        onRetry={onRetry}
        action={
          away && (
            <Button variant="bare" onClick={() => shell.navigate('/')}>
              Go to Dashboard
            </Button>
          )
        }
        note={error.message}
      >
        {entry.override && NOT_SERVED.has(error.kind)
          ? `Nothing usable answers at ${originOf(entry)}. Start the dev server there, or reset to what is published.`
          : error.sentence}{' '}
        Everything else works as usual.
      </ErrorState>
    </div>
  )
}

const ROWS = ['first', 'second', 'third']

export function RemoteSkeleton({ placement }: Pick<RegistryEntry, 'placement'>) {
  return (
    <section className={frameOf(placement)} aria-busy="true" aria-label={`Loading ${placement.title}`}>
      <Skeleton width={180} height={28} />
      {ROWS.map((row) => (
        <Skeleton key={row} height={72} radius={10} />
      ))}
    </section>
  )
}
