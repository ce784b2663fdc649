import { simulateFiles } from './files.ts'
import { simulateNetwork } from './network.ts'
import { simulateGlobals } from './simulated-globals.ts'

// No stack traces: thousands of errors are made in a simulation, and nobody reads where.
if (!process.env.TANDEM_SIMULATION?.includes('"trace":true')) Error.stackTraceLimit = 0
// Called before any other module is loaded, because some keep Node's functions from their first line on.
simulateGlobals()
simulateNetwork()
simulateFiles()
const { simulateConnections } = await import('./database.ts')
simulateConnections()
await import('./play.ts')
