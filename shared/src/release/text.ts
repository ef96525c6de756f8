const decoder = new TextDecoder()

/** Decodes UTF-8 bytes. */
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes)

/**
 * Makes untrusted text from a release displayable in a message: without control characters, truncated to
 * `length`.
 */
export const shown = (text: string, length = 80): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are replaced here
  const plain = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
  return plain.length > length ? `${plain.slice(0, length)}…` : plain
}

/** Parses JSON. @returns undefined if the bytes are absent or not JSON */
export const jsonOf = (bytes: Uint8Array | undefined): unknown => {
  try {
    return bytes && JSON.parse(textOf(bytes))
  } catch {
    return undefined
  }
}
