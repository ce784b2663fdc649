export type { Check } from './checks.ts'
export { checkMaker, type MakerOptions } from './maker/check-maker.ts'
export { runConformance } from './program.ts'
export { checkService, type ServiceOptions, type ServiceReport } from './service/check-service.ts'
