import { Button, ErrorState, Icon, Panel, Skeleton, Tag } from '@propsight/shared/ui'
import { type RefObject, useRef, useState } from 'react'
import { timeText } from '../../components/format.ts'
import { Link } from '../../components/link.tsx'
import { closeAndFocus } from '../../components/modal.tsx'
import screen from '../../components/screen.module.css'
import { type Column, type Fact, Facts, Table } from '../../components/table.tsx'
import { errorText } from '../../state/error-text.ts'
import { ChangeRollout, type RolloutAction } from './change-rollout.tsx'
import { canaryText, healthOf, loadsText, type Release, rateText, timesText } from './release-labels.ts'
import { type ShownReleases, useReleases } from './release-queries.ts'

const RELEASES: readonly Column<Release>[] = [
  {
    head: 'Version',
    cell: ({ version, state, message, publishedBy, publishedAt }) => (
      <>
        <span className={screen.strong}>{version}</span>
        <span className={screen.tags}>
          <Tag small outlined={state !== 'live'}>
            {state}
          </Tag>
        </span>
        {message && <span className={screen.under}>{message}</span>}
        <span className={`${screen.under} u-narrow`}>
          {publishedBy} · {timeText(publishedAt)}
        </span>
      </>
    ),
  },
  { head: 'Loads', kind: 'wide', cell: ({ loads }) => loadsText(loads) },
  { head: 'Failures', kind: 'figure', cell: ({ loads }) => rateText(loads) },
  { head: 'Load p50 · p95', kind: 'wide figure', cell: ({ loads }) => timesText(loads) },
  { head: 'By', kind: 'wide', cell: ({ publishedBy }) => publishedBy },
  { head: 'Published', kind: 'wide figure', cell: ({ publishedAt }) => timeText(publishedAt) },
]
const EVENTS: readonly Column<ShownReleases['events'][number]>[] = [
  { head: 'When', kind: 'wide brief', cell: ({ at }) => timeText(at) },
  {
    head: 'What',
    cell: ({ action, version, message, actor, at }) => (
      <>
        <span className={screen.strong}>{action}</span> {version}
        {message && <span className={screen.under}>{message}</span>}
        <span className={`${screen.under} u-narrow`}>
          {actor} · {timeText(at)}
        </span>
      </>
    ),
  },
  { head: 'Who', kind: 'wide', cell: ({ actor }) => actor },
]

function Pointer({ answer, heading }: { answer: ShownReleases; heading: RefObject<HTMLElement | null> }) {
  const [action, setAction] = useState<RolloutAction | null>(null)
  const { rollout } = answer
  const facts: Fact[] = [
    ['Live', rollout.live ?? '—'],
    ['Canary', canaryText(rollout)],
    ['Before', rollout.previous ?? '—'],
    ['Halted', rollout.halted ? `${rollout.halted.version}, ${rollout.halted.reason ?? 'no reason'}` : '—'],
    ['Health', healthOf(answer).word],
  ]
  return (
    <>
      <Facts facts={facts} />
      <div className={screen.actions}>
        {rollout.canary && <Button onClick={() => setAction('promote')}>Promote</Button>}
        {rollout.canary && (
          <Button variant="bad" onClick={() => setAction('halt')}>
            Halt
          </Button>
        )}
        {rollout.previous && (
          <Button variant="bad" onClick={() => setAction('rollback')}>
            Roll back
          </Button>
        )}
      </div>
      {action && (
        <ChangeRollout
          action={action}
          rollout={rollout}
          onClose={() => setAction(null)}
          onChanged={() => closeAndFocus(heading, () => setAction(null))}
        />
      )}
    </>
  )
}

/** One remote: its rollout, its releases with load statistics, and its history. */
export function RemoteDetail({ name }: { name: string }) {
  const { data, error, refetch, isFetching } = useReleases(name)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <div className={screen.view}>
      <Link className={screen.back} to={{ view: 'releases' }}>
        <Icon name="chevron-left" />
        All remotes
      </Link>
      <div className={screen.actions}>
        <h2 ref={heading} tabIndex={-1} className={screen.title}>
          {name}
        </h2>
        <Button busy={isFetching} onClick={() => void refetch()}>
          Refresh
        </Button>
      </div>
      {!data && !error && (
        <div className={screen.view} role="status" aria-busy="true" aria-label={`Loading ${name}`}>
          <Skeleton height={72} />
          <Skeleton height={120} />
        </div>
      )}
      {!data && error && (
        <ErrorState
          title={errorText(error, { server: 'Failed to read the releases' })}
          onRetry={() => void refetch()}
        >
          Nothing was changed.
        </ErrorState>
      )}
      {data && (
        <>
          <Pointer answer={data} heading={heading} />
          <Panel title="Releases">
            <Table
              label="Releases"
              columns={RELEASES}
              rows={data.releases}
              keyOf={({ version }) => version}
            />
          </Panel>
          <Panel title="History">
            <Table label="History" columns={EVENTS} rows={data.events} keyOf={({ id }) => id} />
          </Panel>
        </>
      )}
    </div>
  )
}
