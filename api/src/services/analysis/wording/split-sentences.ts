/** Full stops that end no sentence. Names are masked before: theirs are not among them. */
const ABBREVIATIONS = /\b(?:vs|no|approx|jr|sr|st|mr|dr|avg|est|a\.m|p\.m|e\.g|i\.e|u\.s)\.$/i

/**
 * The sentences of a text, without the marks of lists around them. A line break ends one, too.
 * @returns each with its closing mark, in order; none is empty
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
