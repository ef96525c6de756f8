import type { PitchingGame } from '@propsight/shared/contracts'
import { looksFurtherBack } from '@propsight/shared/domain'
import type { LoadedLog } from '../../sources/stats/stats-client.ts'

/** Seasons asked for at once: as many as the pace lets through together. */
const SEASONS_IN_FLIGHT = 6

/** Whose past is looked at, and how far. */
export interface LookBackSubject {
  readonly id: number
  /** Games found against the opponent this season. */
  readonly found: number
  /** Earlier seasons, newest first. */
  readonly seasons: readonly number[]
  /** Whether a game counts: a start against tonight's opponent. */
  readonly counts: (game: PitchingGame) => boolean
}

/** What earlier seasons told. */
export interface History {
  /** Oldest first. */
  readonly games: readonly PitchingGame[]
  /** Seasons that it needed and that could not be read, newest first. */
  readonly missingSeasons: readonly number[]
}

interface Search {
  readonly subject: LookBackSubject
  readonly asked: Set<number>
  /** Null where a season could not be read. */
  readonly answers: Map<number, readonly PitchingGame[] | null>
  readonly done: PromiseWithResolvers<void>
}

/** Newest season first, until there are enough games: the result does not depend on which answer came first. */
function soFar({ subject, answers }: Search): { history: History; complete: boolean } {
  const games: PitchingGame[] = []
  const missingSeasons: number[] = []
  let complete = true
  for (const season of subject.seasons) {
    if (!looksFurtherBack(subject.found + games.length)) break
    const answer = answers.get(season)
    if (answer) games.unshift(...answer)
    else missingSeasons.push(season)
    complete &&= answer !== undefined
  }
  return { history: { games, missingSeasons }, complete }
}

/** The newest season that somebody still needs, with everyone who needs it: one question serves them all. */
function nextQuestion(searches: ReadonlySet<Search>): { season: number; asking: Search[] } | null {
  const unasked = ({ subject, asked }: Search) => subject.seasons.find((season) => !asked.has(season))
  const season = Math.max(...[...searches].map((search) => unasked(search) ?? Number.NEGATIVE_INFINITY))
  if (!Number.isFinite(season)) return null
  const needs = ({ subject, asked }: Search) => subject.seasons.includes(season) && !asked.has(season)
  return { season, asking: [...searches].filter(needs) }
}

/**
 * Looks for starts against an opponent through earlier seasons (specification 2 §9), for many pitchers together: a season
 * is one question about everyone who is still short of games, and several seasons are asked for at once. A season that
 * fails is passed over, and told.
 * @param readSeason the logs of some people's season
 * @param patienceMs how long pitchers wait without any season answering; the rest is then missing, and what is answered
 *   later is in the caches
 * @returns asked with a pitcher, his history; never throws
 */
export function createLookBack(
  readSeason: (personIds: readonly number[], season: number) => AsyncIterable<LoadedLog>,
  patienceMs: number,
): (subject: LookBackSubject) => Promise<History> {
  const searches = new Set<Search>()
  let flying = 0
  let planned = false
  let patience: NodeJS.Timeout | undefined

  const leave = (search: Search) => {
    searches.delete(search)
    search.done.resolve()
  }
  const waitOn = () => {
    clearTimeout(patience)
    if (searches.size === 0) return
    patience = setTimeout(() => searches.forEach(leave), patienceMs)
    patience.unref()
  }
  const answer = (search: Search | undefined, season: number, log: LoadedLog | null) => {
    if (!search || search.answers.has(season)) return
    search.answers.set(season, log?.ok ? log.log.value.pitching.filter(search.subject.counts) : null)
    if (soFar(search).complete) leave(search)
  }
  const ask = async (season: number, asking: readonly Search[]) => {
    const byId = new Map(asking.map((search) => [search.subject.id, search]))
    try {
      for await (const log of readSeason([...byId.keys()], season))
        answer(byId.get(log.personId), season, log)
    } finally {
      for (const search of asking) answer(search, season, null)
      flying -= 1
      waitOn()
      pump()
    }
  }
  const pump = () => {
    planned = false
    while (flying < SEASONS_IN_FLIGHT) {
      const question = nextQuestion(searches)
      if (!question) return
      for (const { asked } of question.asking) asked.add(question.season)
      flying += 1
      ask(question.season, question.asking).catch(() => undefined)
    }
  }
  /** Whoever comes with the same answer is asked about in the same question. */
  const plan = () => {
    if (!planned) setImmediate(pump)
    planned = true
  }

  return async (subject) => {
    const done = Promise.withResolvers<void>()
    const search: Search = { subject, asked: new Set(), answers: new Map(), done }
    const already = soFar(search)
    if (already.complete) return already.history
    searches.add(search)
    plan()
    waitOn()
    await done.promise
    return soFar(search).history
  }
}
