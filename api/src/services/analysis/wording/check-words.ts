import type { LineFacts } from './facts.ts'
import { figuresIn, wordsWithoutFigures } from './figures/figures-in.ts'
import { isMisplaced, refusalReason } from './gates.ts'
import { hasUnknownName, isPlain, wordsOfFacts } from './names.ts'
import { phrasesOf } from './phrases.ts'
import { isOfAnotherSpan } from './span.ts'
import { splitSentences } from './split-sentences.ts'
import { isMisattributed } from './whose.ts'

const LONGEST_SENTENCE = 320
const MOST_SENTENCES = 4
/** Maximum length of a text, in characters. Longer answers of a model are cut. */
const LONGEST_TEXT = 4_000
/** Matches sentences that refer to the sentence before, such as 'That is why …'. They are dropped together with it. */
const REFERS_BACK = /^(?:that|this|these|those|it|its|so|therefore|thus|hence|also|both)\b/i
/**
 * Replaces names while a text is read. The full stops of 'J.T. Roe Jr.' do not end a sentence, and a figure in a
 * name is not a figure of the sentence.
 */
const MASK = '\uE000'

/** The accepted sentences of a text, and the number of dropped ones. */
export interface CheckedWords {
  readonly accepted: readonly string[]
  readonly dropped: number
}

type Checker = (text: string) => CheckedWords

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Returns a function that masks the given names in a text and restores or removes them in its parts. */
function maskFor(names: readonly string[]) {
  const longestFirst = names.filter(Boolean).toSorted((a, b) => b.length - a.length)
  const pattern =
    longestFirst.length === 0
      ? null
      : new RegExp(`(?<![\\p{L}\\d])(?:${longestFirst.map(escaped).join('|')})(?![\\p{L}\\d])`, 'gu')
  return (text: string) => {
    const maskedNames: string[] = []
    const cleaned = text.replaceAll(MASK, ' ')
    const maskName = (name: string) => {
      maskedNames.push(name)
      return `${MASK}${maskedNames.length - 1}${MASK}`
    }
    const hidden = pattern ? cleaned.replace(pattern, maskName) : cleaned
    const show = (part: string) =>
      part.replace(/\uE000(\d+)\uE000/g, (_, at) => maskedNames[Number(at)] ?? '')
    const hide = (part: string) => part.replace(/\uE000\d+\uE000/g, ' ')
    return { hidden, show, hide }
  }
}

/**
 * Checks sentences of a model about a line and accepts those that state nothing but its facts. Every figure, with its
 * unit, every name and every word with a meaning must be in the facts. A sentence is dropped if it calls an outcome
 * certain, mentions an injury, form or place that the facts do not mention, or speaks for the other side.
 * @param facts all computed and read facts of the line
 * @returns a checker of texts; accepted sentences are unchanged and in their original order
 */
export function checkerOf(facts: LineFacts): Checker {
  const phrases = phrasesOf(facts)
  const names = [facts.name, facts.starter?.name ?? '']
  const phrasesWithoutPlayer = Object.entries(phrases).filter(([key]) => key !== 'player')
  const mask = maskFor(names)
  const allowedFigures = new Set(
    phrasesWithoutPlayer.flatMap(([, phrase]) => {
      const { hidden, hide } = mask(phrase)
      return figuresIn(hide(hidden))
    }),
  )
  const factText = Object.values(phrases).join('\n').toLowerCase()
  const factWords = wordsOfFacts(phrases)

  const isAllowed = (sentence: string, withoutNames: string): boolean => {
    if (sentence.length > LONGEST_SENTENCE) return false
    if (refusalReason(withoutNames, facts.side, factText) !== null) return false
    if (hasUnknownName(sentence, factWords)) return false
    if (!isPlain(wordsWithoutFigures(withoutNames), factWords)) return false
    const figures = figuresIn(withoutNames)
    if (!figures.every((figure) => allowedFigures.has(figure))) return false
    if (isOfAnotherSpan(figures, withoutNames, facts)) return false
    return !isMisplaced(figures, withoutNames) && !isMisattributed(figures, withoutNames, sentence, facts)
  }

  return (text) => {
    const { hidden, show, hide } = mask(text.slice(0, LONGEST_TEXT))
    const accepted: string[] = []
    let dropped = 0
    let afterDropped = false
    for (const masked of splitSentences(hidden)) {
      const sentence = show(masked)
      const full = accepted.length >= MOST_SENTENCES
      if (full || (afterDropped && REFERS_BACK.test(sentence)) || !isAllowed(sentence, hide(masked))) {
        dropped += 1
        afterDropped = true
        continue
      }
      afterDropped = false
      accepted.push(sentence)
    }
    return { accepted, dropped }
  }
}
