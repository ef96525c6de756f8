const decoder = new TextDecoder()

export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes)

/** A name from somebody else's files, short enough and plain enough to stand in a sentence. */
export const shown = (text: string, length = 80): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what has to go
  const plain = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
  return plain.length > length ? `${plain.slice(0, length)}…` : plain
}

/** @returns undefined where the text is no JSON */
export const jsonOf = (bytes: Uint8Array | undefined): unknown => {
  try {
    return bytes && JSON.parse(textOf(bytes))
  } catch {
    return undefined
  }
}
