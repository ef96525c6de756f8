import type { ShellApi } from '@propsight/shared/contracts'
import type { ParlayFlow } from './parlay-flow.ts'

export function useParlay(_shell: ShellApi): ParlayFlow {
  return { state: { phase: 'idle' }, busy: false, start() {}, retry() {}, cancel() {}, close() {} }
}
