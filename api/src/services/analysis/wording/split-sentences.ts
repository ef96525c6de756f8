/** Abbreviations whose full stop does not end a sentence. Names are already masked, so theirs are not listed. */
const ABBREVIATIONS = /\b(?:vs|no|approx|jr|sr|st|mr|dr|avg|est|a\.m|p\.m|e\.g|i\.e|u\.s)\.$/i

/**
 * Splits a text into sentences and removes list markers before them. A line break also ends a sentence.
 * @returns the sentences with their closing marks, in order; none is empty
 */
export function splitSentences(text: string): string[] {
  const sentences: string[] = []
  for (const line of text.split(/[\r\n\u2028\u2029]+/)) {
    let open = ''
    for (const piece of line.split(/(?<=[.!?…]["'”’)]*)\s+/)) {
      open = open === '' ? piece : `${open} ${piece}`
      if (ABBREVIATIONS.test(open)) continue
      sentences.push(open)
      open = ''
    }
    sentences.push(open)
  }
  return sentences.map((sentence) => sentence.replace(/^[\s*•·>#-]+/, '').trim()).filter(Boolean)
}
