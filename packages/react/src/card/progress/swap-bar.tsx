import type { RunStep } from '@tandem/sdk'
import { useQuery } from '@tanstack/react-query'
import type { SwapView } from '../../swap-runner.ts'
import { useCard } from '../card-context.tsx'
import { useNow } from '../components/use-now.ts'
import { routesQuery } from '../queries.ts'
import { en } from '../text/en.ts'
import { barPercent, progressOf } from './progress-lines.ts'
import { minMeasured, routeTime } from './route-time.ts'

export function SwapBar({ view, step }: { view: SwapView; step: RunStep }) {
  const now = useNow()
  const { data: routes } = useQuery(routesQuery(useCard().config.client))
  const { source, destination } = view.state.quote
  const route = routes?.find((one) => one.source === source.asset && one.destination === destination.asset)
  const measured = route?.completion_time ?? null
  const funded = view.order?.source_intent.create_timestamp
  const percent = barPercent(step, {
    elapsedSecs: funded == null ? 0 : now - Date.parse(funded) / 1000,
    usualSecs: measured === null || measured.orders < minMeasured ? undefined : measured.p95_secs,
  })
  const steps = progressOf(step)
  const behind = steps.filter(({ state }) => state === 'done').length
  return (
    <div className="tandem-stack">
      <progress className="tandem-bar" max={100} value={percent} aria-label={en.bar} />
      <p className="tandem-small tandem-soft tandem-number">
        {en.barStep(Math.min(behind + 1, steps.length), steps.length, routeTime(measured).short)}
      </p>
    </div>
  )
}
