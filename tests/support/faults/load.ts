import { type Acknowledged, type Bettor, KIND_NAMES, KINDS, type Kind, nothingAcknowledged } from './kinds.ts'

/** How many uses begin in a second, whatever became of those before. */
const USES_PER_SECOND = 4
/** Longer than any limit of the product: what has not ended by then hangs. */
const HANGS_MS = 40_000
/** A user would have noticed. */
const LATE_MS = 3_000
const PROBE_MS = 250
const SECOND_MS = 1_000

export interface Counts {
  ok: number
  failed: number
  /** Of those that are ok. */
  late: number
}

export interface Counted {
  readonly kinds: ReadonlyMap<Kind, Counts>
  /** Why uses failed, each reason once, with the kind. */
  readonly reasons: ReadonlySet<string>
}

export interface Load {
  readonly kept: Acknowledged
  /** Uses that begin from now on are counted anew, by kind. */
  count(): Counted
  /**
   * Resolves with the milliseconds until each kind was answered with a yes to somebody who asked after now.
   * @throws Error that names the kinds that never were
   */
  recovered(limitMs: number): Promise<number>
  /** Resolves when everything that is under way now has ended. */
  settled(): Promise<void>
  /** Begins nothing more and waits for what is under way. */
  stop(): Promise<void>
}

const within = <T>(work: Promise<T>, limitMs: number): Promise<T> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer in ${limitMs} ms`)), limitMs)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The mix of `KINDS` at a constant rate, by bettors in turn, until it is stopped. */
export function startLoad(url: string, bettors: readonly Bettor[]): Load {
  const kept = nothingAcknowledged()
  const underWay = new Set<Promise<unknown>>()
  let counts = new Map<Kind, Counts>()
  let reasons = new Set<string>()
  let begunUses = 0

  const use = async (kind: Kind, at: number): Promise<boolean> => {
    const bettor = bettors[at % bettors.length]
    if (!bettor) throw new Error('a load needs bettors')
    const [into, why] = [counts, reasons]
    const of = into.get(kind) ?? { ok: 0, failed: 0, late: 0 }
    into.set(kind, of)
    const begun = performance.now()
    const work = within<unknown>(KINDS[kind](url, bettor, kept), HANGS_MS).then(
      () => {
        of.ok += 1
        if (performance.now() - begun > LATE_MS) of.late += 1
        return true
      },
      (error: unknown) => {
        of.failed += 1
        why.add(`${kind}: ${messageOf(error).slice(0, 160)}`)
        return false
      },
    )
    underWay.add(work)
    return work.finally(() => underWay.delete(work))
  }
  const next = () => {
    const kind = KIND_NAMES[begunUses % KIND_NAMES.length]
    // The bettors move on once each kind has had its turn.
    if (kind) void use(kind, Math.floor(begunUses / KIND_NAMES.length))
    begunUses += 1
  }
  const timer = setInterval(next, SECOND_MS / USES_PER_SECOND)

  return {
    kept,
    count() {
      counts = new Map()
      reasons = new Set()
      return { kinds: counts, reasons }
    },
    async recovered(limitMs) {
      const begun = performance.now()
      const tries = async (kind: Kind, at: number): Promise<void> => {
        let turn = at
        while (!(await use(kind, turn))) {
          if (performance.now() - begun > limitMs)
            throw new Error(
              `${kind} does not come back: ${[...reasons].findLast((why) => why.startsWith(kind))}`,
            )
          turn += 1
          await new Promise((again) => setTimeout(again, PROBE_MS))
        }
      }
      await Promise.all(KIND_NAMES.map(tries))
      return performance.now() - begun
    },
    async settled() {
      await Promise.all(underWay)
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(underWay)
    },
  }
}

export const sumOf = (counts: ReadonlyMap<Kind, Counts>): Counts =>
  [...counts.values()].reduce(
    (sum, { ok, failed, late }) => ({ ok: sum.ok + ok, failed: sum.failed + failed, late: sum.late + late }),
    { ok: 0, failed: 0, late: 0 },
  )
