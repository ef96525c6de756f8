import type { GenerateParlayBody } from '@propsight/shared/contracts'
import { marketLabel } from '@propsight/shared/domain'
import type { ParlayState, ParlayStep } from './parlay-state.ts'

type Running = Extract<ParlayState, { phase: 'running' }>

/** The label of a step while it runs. */
export function stepText(step: ParlayStep, { size, picks }: Pick<Running, 'size' | 'picks'>): string {
  switch (step) {
    case 'checking':
      return 'Checking credits and picks'
    case 'generating':
      return `Ranking ${size}-leg parlays from ${picks} picks on the server, and saving the best`
    case 'reading':
      return 'Loading your parlays'
  }
}

/** The label of a left-out pick: 'Jun Arakawa, Hits 0.5'. */
export function pickName(request: GenerateParlayBody, pickId: string): string {
  const pick = request.myPicks.find(({ id }) => id === pickId)
  return pick ? `${pick.name}, ${marketLabel(pick.statType)} ${pick.bettingLine}` : 'A pick'
}
