// One chunk, so that the code that board and first screen have in common is downloaded once.
export { BoardView } from './board-view.tsx'
export { FirstScreen } from './first-screen.tsx'
