import { setTimeout as delay } from 'node:timers/promises'
import PQueue from 'p-queue'
import { refusal } from './errors.ts'

/** Hashes at a time. Each takes a core for 80 ms, and a thread of the four that files and name lookups share. */
const RUNNING = 2
/** Waiting calls, of accounts and of unknown addresses each. The last one waits about two seconds. */
const WAITING = 20
const RETRY_AFTER_SECONDS = 3
/**
 * Duration of a sign-in that is refused because too many unknown addresses wait. Longer than the comparison of an
 * account's password in the queue: an earlier refusal of an unknown address would reveal that it has no account.
 */
const REFUSED_MS = 2_000

/** The refusal of a call beyond the bound of a queue. */
export const busy = (): Response =>
  refusal(503, 'over_capacity', 'Too many people sign in at the moment. Try again in a few seconds.', {
    'retry-after': String(RETRY_AFTER_SECONDS),
  })

/** Bounds the calls that hash a password. A call beyond the bound is answered with 503 and `Retry-After`. */
export interface PasswordQueue {
  /** Runs work of an account that hashes. @returns its result, or the refusal when too many wait */
  run<T>(work: () => Promise<T>): Promise<T | Response>
  /** Answers the sign-in of an address without an account after a comparison with a decoy. */
  signInUnknown(
    address: string,
    decoy: () => Promise<unknown>,
    call: () => Promise<Response>,
  ): Promise<Response>
  /**
   * Answers the sign-in of an account. Its password is checked without waiting for the unknown addresses, and a right
   * one is answered at once. A wrong one is answered when an unknown address that arrived at the same time would be,
   * and is refused like it: neither the duration nor a refusal reveals whether the address has an account.
   */
  signInAccount(
    address: string,
    decoy: () => Promise<unknown>,
    call: () => Promise<Response>,
  ): Promise<Response>
}

/**
 * Creates the queue of one service. The unknown addresses together take at most one of the two places, and so does each
 * account: a flood of sign-ins of either does not delay other accounts.
 * @param waiting maximum number of waiting calls of each kind, and of one address
 * @param refusedMs duration of a sign-in that gets no turn
 */
export function createPasswordQueue(waiting = WAITING, refusedMs = REFUSED_MS): PasswordQueue {
  const hashes = new PQueue({ concurrency: RUNNING })
  const unknown = new PQueue({ concurrency: 1 })

  /** @returns null at the end of the turn; without a turn, since too many wait, the refusal after its fixed time */
  const takeTurn = async (work: () => Promise<unknown>): Promise<Response | null> =>
    unknown.size >= waiting ? delay(refusedMs).then(busy) : unknown.add(work).then(() => null)
  const isFull = () => hashes.size >= waiting

  /** Sign-ins by address that are not answered yet, and the queue of their hashes. */
  const open = new Map<string, { calls: number; own: PQueue }>()
  /** @param work gets a function that hashes in the turn of the address */
  async function ofAddress(
    address: string,
    work: (hash: <T>(job: () => Promise<T>) => Promise<T>) => Promise<Response>,
  ): Promise<Response> {
    const state = open.get(address) ?? { calls: 0, own: new PQueue({ concurrency: 1 }) }
    if (isFull() || state.calls > waiting) return busy()
    open.set(address, state)
    state.calls += 1
    try {
      return await work((job) => state.own.add(() => hashes.add(job)))
    } finally {
      state.calls -= 1
      if (state.calls === 0) open.delete(address)
    }
  }

  return {
    run: async (work) => (isFull() ? busy() : hashes.add(work)),
    signInUnknown: (address, decoy, call) =>
      ofAddress(address, async (hash) => (await takeTurn(() => hash(decoy))) ?? call()),
    signInAccount: (address, decoy, call) =>
      ofAddress(address, async (hash) => {
        let isAnswered = false
        const response = hash(call)
        const isRight = response.then(
          ({ ok }) => ok,
          () => true,
        )
        const turn = takeTurn(async () => {
          const hasWaited = isAnswered
          // A turn lasts as long as a hash, that of the account itself or of the decoy.
          if (!(await isRight) && hasWaited) await hash(decoy)
        })
        const answer = await response
        isAnswered = true
        return answer.ok ? answer : ((await turn) ?? answer)
      }),
  }
}
