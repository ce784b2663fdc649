export { type Decision, decide, type OrderView, type Policy, type SideView } from './domain/decide.ts'
export { type Check, type ConformanceOptions, checkConformance } from './maker/conformance.ts'
export { makeSolver, type SolverDeps } from './solver.ts'
