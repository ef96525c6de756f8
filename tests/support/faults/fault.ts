import type { Load, OperationKind } from './background-load.ts'
import type { FaultEnvironment } from './environment.ts'
import type { Pages } from './open-pages.ts'

export interface FaultContext {
  readonly environment: FaultEnvironment
  readonly load: Load
  /** Null if no browser is open. */
  readonly pages: Pages | null
}

/** A failure of one part of the product, and its end. */
export interface Fault {
  readonly name: string
  /** Also part of the short run. */
  readonly short?: true
  /** Duration between the injection and the end of the fault, in seconds. */
  readonly seconds: number
  /** Operations that may fail during the fault. All others must succeed throughout. */
  readonly mayFail: readonly OperationKind[] | 'all'
  /** The reason why the fault cannot be injected on this machine, or null. */
  missing?(environment: FaultEnvironment, pages: Pages | null): string | null
  inject(context: FaultContext): Promise<void> | void
  /** Checks that run during the fault. @returns a sentence for each failed check */
  during?(context: FaultContext): Promise<string[]>
  /** Ends the fault. */
  heal(context: FaultContext): Promise<void> | void
  /** Additional checks after the fault. @returns a sentence for each failed check */
  check?(context: FaultContext): Promise<string[]>
}

/** Operations that read the league and fail with it when their data is not cached. */
export const NEEDS_LEAGUE: readonly OperationKind[] = ['board', 'parlay', 'weather', 'pitchers']

/** Operations that read or write rows and fail with the database. */
export const NEEDS_DATABASE: readonly OperationKind[] = ['board', 'save', 'charge', 'parlay', 'sign-in']
