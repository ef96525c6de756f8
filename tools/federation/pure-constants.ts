import type { RsbuildPlugin } from '@rsbuild/core'

const PURE = '/*#__PURE__*/ '
/** The value of a constant of a module, if it begins with a name: a call, or the chain of calls of a schema. */
const CONSTANT = /(?<=(?:^|\*\/ )(?:export )?const \w+ = )(?=[A-Za-z_])/
/** The calls inside of it: parts of schemas, `z.string()` and `count.nullable()`, and arguments, `listOf(gameSchema)`. */
const PART =
  /(?<![\w.$])(?=z\.[a-z]|[a-z]\w*\.(?:extend|max|min|nullable|omit|optional|pick)\()|(?<=[:([,] ?)(?=[a-z]\w*\()/
/** Text that is no code. */
const OTHER = /\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/
const TOKENS = new RegExp([OTHER, CONSTANT, PART].map(({ source }) => source).join('|'), 'gm')

/**
 * Marks the constants of the modules of `shared` as free of side effects, which its package.json says of whole modules.
 * A page that uses one name of a module, often a text beside schemas, then contains that name only. It runs after the
 * TypeScript compiler, which would move the marks.
 */
export const pureConstantsPlugin = (): RsbuildPlugin => ({
  name: 'pure-constants',
  setup(api) {
    api.transform(
      { test: /[\\/]shared[\\/]src[\\/](?:contracts|domain)[\\/].*\.ts$/, order: 'post' },
      ({ code }) => code.replace(TOKENS, (found) => (found === '' ? PURE : found)),
    )
  },
})
