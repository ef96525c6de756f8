// The dev server puts the remote's own `src/dev/answers.ts` in place of this file, where there is one.
import { defineAnswers } from '../../answers.ts'

export default defineAnswers({})
