import { Button, type TableColumn, Tag } from '@propsight/shared/ui'
import { timeText } from '../../components/format.ts'
import { Link, useQueryParams } from '../../components/link.tsx'
import { FIGURE, List, WIDE, WIDE_FIGURE } from '../../components/list.tsx'
import screen from '../../components/screen.module.css'
import { useAdminApi, usePages } from '../../state/admin-api.ts'
import { canaryText, describeHealth, liveText, rateText, timesText } from './release-labels.ts'
import { type ShownRollout, shownRollouts, useReleases } from './release-queries.ts'
import { RemoteDetail } from './remote-detail.tsx'

function Health({ name }: { name: string }) {
  const { data } = useReleases(name)
  if (!data) return '…'
  const { word, tone } = describeHealth(data)
  return (
    <Tag {...(tone && { tone })} outlined={!tone}>
      {word}
    </Tag>
  )
}

/** One figure of the live release. */
function Live({ rollout, show }: { rollout: ShownRollout; show: typeof rateText }) {
  const { data } = useReleases(rollout.name)
  const live = data?.releases.find(({ version }) => version === rollout.live)
  if (!data) return '…'
  return live ? show(live.loads) : '—'
}

const COLUMNS: readonly TableColumn<ShownRollout>[] = [
  {
    head: 'Remote',
    cell: (rollout) => (
      <>
        <Link className={screen.link} to={{ view: 'releases', remote: rollout.name }}>
          {rollout.name}
        </Link>
        <span className={`${screen.under} u-narrow`}>
          {liveText(rollout)}
          {rollout.canary && ` · canary ${canaryText(rollout)}`}
        </span>
      </>
    ),
  },
  { head: 'Live', ...WIDE, cell: liveText },
  { head: 'Canary', ...WIDE, cell: canaryText },
  { head: 'Health', cell: ({ name }) => <Health name={name} /> },
  { head: 'Failures', ...FIGURE, cell: (rollout) => <Live rollout={rollout} show={rateText} /> },
  {
    head: 'Load p50 · p95',
    ...WIDE_FIGURE,
    cell: (rollout) => <Live rollout={rollout} show={timesText} />,
  },
  { head: 'Changed', ...WIDE_FIGURE, cell: ({ updatedAt }) => timeText(updatedAt) },
]
const EMPTY = {
  icon: 'plug',
  title: 'Nothing is deployed',
  text: 'npm run remote -- deploy makes the first release.',
} as const

function Rollouts() {
  const { refresh } = useAdminApi()
  const { first: _, ...pages } = usePages({
    list: 'rollouts',
    path: '/api/rollouts',
    schema: shownRollouts,
    rows: ({ rollouts }) => rollouts,
    next: () => null,
  })
  return (
    <section className={screen.view} aria-labelledby="releases-title">
      <div className={screen.actions}>
        <h2 id="releases-title">Releases</h2>
        <Button busy={pages.busy} onClick={() => void refresh('rollouts', 'releases')}>
          Refresh
        </Button>
      </div>
      <List
        label="Remotes"
        columns={COLUMNS}
        keyOf={({ name }) => name}
        pages={pages}
        empty={EMPTY}
        failed={{ server: 'Failed to list releases' }}
      />
    </section>
  )
}

/** The rollouts of all remotes, or the remote named by `?remote=`. */
export function Releases() {
  const remote = useQueryParams().query.get('remote')
  return remote ? <RemoteDetail key={remote} name={remote} /> : <Rollouts />
}
