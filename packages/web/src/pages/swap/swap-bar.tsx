import type { SwapView } from '@tandem/react'
import type { RunStep } from '@tandem/sdk'
import { useQuery } from '@tanstack/react-query'
import { routesQuery } from '../../api/queries.ts'
import { useApi } from '../../components/use-api.ts'
import { useNow } from '../../components/use-now.ts'
import { en } from '../../strings/en.ts'
import { leastMeasured, routeTime } from '../../swap/route-time.ts'
import { barPercent, progressOf } from '../../swap/swap-progress.ts'

export function SwapBar({ view, step }: { view: SwapView; step: RunStep }) {
  const now = useNow()
  const { data: routes } = useQuery(routesQuery(useApi()))
  const { source, destination } = view.state.quote
  const route = routes?.find((one) => one.source === source.asset && one.destination === destination.asset)
  const measured = route?.completion_time ?? null
  const funded = view.order?.source_intent.create_timestamp
  const percent = barPercent(step, {
    elapsedSecs: funded == null ? 0 : now - Date.parse(funded) / 1000,
    usualSecs: measured === null || measured.orders < leastMeasured ? undefined : measured.p95_secs,
  })
  const steps = progressOf(step)
  const behind = steps.filter(({ state }) => state === 'done').length
  return (
    <div className="stack">
      <progress className="swap-bar" max={100} value={percent} aria-label={en.swap.bar} />
      <p className="small soft number">
        {en.swap.barStep(Math.min(behind + 1, steps.length), steps.length, routeTime(measured).short)}
      </p>
    </div>
  )
}
