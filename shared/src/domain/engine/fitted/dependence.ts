import type { Dependence } from '../parlay/dependence.ts'

export const DEPENDENCE: Dependence = {
  data: 'none yet',
  from: '',
  to: '',
  batting: [],
  pitching: [],
  sameBatter: [],
  samePitcher: [],
  teamMates: [],
  opposingBatters: [],
  pitcherFacing: [],
  pitcherBacked: [],
  twoPitchers: [],
}
