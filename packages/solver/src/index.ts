export { type Decision, decide, type OrderView, type Policy, type SideView } from './domain/decide.ts'
export { makeSolver, type SolverDeps } from './solver.ts'
