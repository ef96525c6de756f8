import type { LineFacts } from './facts.ts'
import { figuresIn, wordsBeside } from './figures/figures-in.ts'
import { misplaces, refusedBy } from './gates.ts'
import { isPlain, knownWords, namesAStranger } from './names.ts'
import { phrasesOf } from './phrases.ts'
import { isOfAnotherSpan } from './span.ts'
import { splitSentences } from './split-sentences.ts'
import { isMisattributed } from './whose.ts'

const LONGEST_SENTENCE = 320
const MOST_SENTENCES = 4
/** Of what is read at all: a model that writes a novel is cut. */
const LONGEST_TEXT = 4_000
/** Of what follows a sentence that was dropped: 'That is why …' says nothing without it. */
const LEANING = /^(?:that|this|these|those|it|its|so|therefore|thus|hence|also|both)\b/i
/** Stands for a name while a text is read: the full stops of 'J.T. Roe Jr.' end no sentence, and '3rd' no place. */
const MASK = '\uE000'

/** What a text has left, and how many of its sentences were dropped. */
export interface CheckedWords {
  readonly kept: readonly string[]
  readonly dropped: number
}

type Checker = (text: string) => CheckedWords

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Puts masks for the names of the facts, and gives them back. */
function maskFor(names: readonly string[]) {
  const wanted = names.filter(Boolean).toSorted((a, b) => b.length - a.length)
  const pattern =
    wanted.length === 0
      ? null
      : new RegExp(`(?<![\\p{L}\\d])(?:${wanted.map(escaped).join('|')})(?![\\p{L}\\d])`, 'gu')
  return (text: string) => {
    const taken: string[] = []
    const masked = text.replaceAll(MASK, ' ')
    const hidden = pattern
      ? masked.replace(pattern, (name) => `${MASK}${taken.push(name) - 1}${MASK}`)
      : masked
    const show = (part: string) => part.replace(/\uE000(\d+)\uE000/g, (_, at) => taken[Number(at)] ?? '')
    const hide = (part: string) => part.replace(/\uE000\d+\uE000/g, ' ')
    return { hidden, show, hide }
  }
}

/**
 * Reads sentences that somebody else wrote about a line, and keeps those that say nothing but its facts: every figure
 * is one of theirs and of the same thing, every name and every word that says something is theirs, nothing is certain, nobody is hurt or hot or at home
 * unless the facts say so, and no sentence speaks for the other side.
 * @param facts all that is known about the line
 * @returns a checker of texts; what it keeps stands as it was written, in order
 */
export function checkerOf(facts: LineFacts): Checker {
  const phrases = phrasesOf(facts)
  const names = [facts.name, facts.starter?.name ?? '']
  const unnamed = Object.entries(phrases).filter(([key]) => key !== 'player')
  const mask = maskFor(names)
  const allowed = new Set(unnamed.flatMap(([, phrase]) => figuresIn(mask(phrase).hide(mask(phrase).hidden))))
  const said = Object.values(phrases).join('\n').toLowerCase()
  const known = knownWords(phrases)

  const stands = (whole: string, bare: string): boolean => {
    if (whole.length > LONGEST_SENTENCE || refusedBy(bare, facts.side, said) !== null) return false
    if (namesAStranger(whole, known) || !isPlain(wordsBeside(bare), known)) return false
    const figures = figuresIn(bare)
    if (!figures.every((figure) => allowed.has(figure))) return false
    if (isOfAnotherSpan(figures, bare, facts)) return false
    return !misplaces(figures, bare) && !isMisattributed(figures, bare, whole, facts)
  }

  return (text) => {
    const { hidden, show, hide } = mask(text.slice(0, LONGEST_TEXT))
    const kept: string[] = []
    let dropped = 0
    let afterDropped = false
    for (const sentence of splitSentences(hidden)) {
      const [whole, bare] = [show(sentence), hide(sentence)]
      const full = kept.length >= MOST_SENTENCES
      if (full || (afterDropped && LEANING.test(whole)) || !stands(whole, bare)) {
        dropped += 1
        afterDropped = true
        continue
      }
      afterDropped = false
      kept.push(whole)
    }
    return { kept, dropped }
  }
}
