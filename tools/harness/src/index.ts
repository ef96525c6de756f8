export { type ApiCall, defineAnswers, ndjson, type RemoteAnswers, refuse } from './answers.ts'
export { type ScenarioName, scenarioSchema } from './scenarios.ts'
export { createScriptedShell, type ScriptedShell } from './shell/create-scripted-shell.ts'
