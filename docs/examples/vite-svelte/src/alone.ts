import { runAlone } from '@propsight/remote-kit/alone'
import remote from './remote.ts'

// The placement of remote.json.
runAlone(remote, { mount: 'tab', path: '/scouting', title: 'Scouting', order: 40 })
