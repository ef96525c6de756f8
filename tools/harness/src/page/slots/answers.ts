// Placeholder: the dev server replaces this file by the remote's `src/dev/answers.ts`, if it exists.
import { defineAnswers } from '../../answers.ts'

export default defineAnswers({})
