import { defineContribution, defineRemote } from '@propsight/remote-kit'
import { Button } from '@propsight/remote-kit/ui'
import { Scouting } from './scouting.tsx'

/** Shown on the first screen of the Dashboard, which does not know this remote. */
const tonight = defineContribution('dashboard/today', {
  Component: ({ shell }) => (
    <section>
      <Button onClick={() => shell.navigate('/scouting')}>Players to watch</Button>
    </section>
  ),
})

export default defineRemote({ contract: '1.3', name: 'scouting', Root: Scouting, extensions: { tonight } })
