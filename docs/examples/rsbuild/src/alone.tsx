import { runAlone } from '@propsight/remote-kit/alone'
import remote from './remote.tsx'

// The placement of remote.json.
runAlone(
  remote,
  { mount: 'tab', path: '/scouting', title: 'Scouting', order: 40 },
  // In the shell the weather remote shows its mark.
  { extensions: { 'weather/mark': () => '72°F, calm' } },
)
