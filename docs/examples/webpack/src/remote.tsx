import { defineRemote } from '@propsight/remote-kit'
import { Scouting } from './scouting.tsx'

export default defineRemote({ contract: '1.3', name: 'scouting', Root: Scouting })
