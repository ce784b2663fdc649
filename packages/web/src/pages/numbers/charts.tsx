import type { OrderWire, StatsHourWire } from '@tandem/contracts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { newestOrdersQuery } from '../../api/queries.ts'
import { BarChart, type BarChartProps } from '../../components/bar-chart.tsx'
import { Panel } from '../../components/panel.tsx'
import { Answered, Empty } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { useApi } from '../../components/use-api.ts'
import { durationText } from '../../domain/duration.ts'
import {
  bucketsOfHours,
  bucketsOfOrders,
  completionBounds,
  completionTimes,
  ordersOverTime,
} from '../../domain/order-series.ts'
import { en } from '../../strings/en.ts'

const text = en.numbers.charts

/** Younger deployments than this many hours are shown by the minutes of their newest orders. */
const fewHours = 3

/**
 * Orders over time, and how long the newest completed ones took.
 *
 * @param hours of the last seven days, as far as the orderbook says them.
 */
export function Charts({ hours }: { hours: readonly StatsHourWire[] }) {
  const query = useQuery(newestOrdersQuery(useApi()))
  return (
    <Answered query={query} lines={8}>
      {(orders) => (
        <div className="lanes">
          <OverTime orders={orders} hours={hours} />
          <Durations orders={orders} />
        </div>
      )}
    </Answered>
  )
}

const dayOf = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' })
const dayAndHourOf = new Intl.DateTimeFormat('en', { weekday: 'short', hour: '2-digit', hour12: false })
const hourOf = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hour12: false })

function OverTime({ orders, hours }: { orders: readonly OrderWire[]; hours: readonly StatsHourWire[] }) {
  const { names, series, hint } = useMemo(() => {
    const isYoung = hours.length < fewHours
    const { spanSecs, buckets } = ordersOverTime(isYoung ? bucketsOfOrders(orders) : bucketsOfHours(hours), {
      nowSecs: Math.floor(Date.now() / 1000),
      leastSpanSecs: isYoung ? 60 : 3_600,
    })
    const format = spanSecs >= 86_400 ? dayOf : spanSecs > 3_600 ? dayAndHourOf : hourOf
    return {
      hint: isYoung ? text.newest(orders.length, durationText(spanSecs)) : text.week(durationText(spanSecs)),
      names: buckets.map(({ at }) => format.format(at * 1000)),
      series: [
        { name: text.created, values: buckets.map(({ created }) => created) },
        { name: text.completed, values: buckets.map(({ completed }) => completed) },
      ],
    }
  }, [orders, hours])
  return <ChartPanel id="over-time" title={text.overTime} hint={hint} names={names} series={series} />
}

function Durations({ orders }: { orders: readonly OrderWire[] }) {
  const { names, series, hint } = useMemo(() => {
    const { counts, median, p95 } = completionTimes(orders)
    const last = completionBounds.at(-1) ?? 0
    return {
      names: [...completionBounds.map((bound) => text.upTo(durationText(bound))), text.over(durationText(last))],
      series: [{ name: text.completed, values: counts }],
      hint:
        median === null || p95 === null ? en.numbers.empty : text.quantiles(durationText(median), durationText(p95)),
    }
  }, [orders])
  return <ChartPanel id="durations" title={text.durations} hint={hint} names={names} series={series} />
}

type ChartPanelProps = Omit<BarChartProps, 'label'> & { id: string; title: string; hint: string }

/** A picture, and the same numbers as a table. */
function ChartPanel({ id, title, hint, names, series }: ChartPanelProps) {
  const isEmpty = series.every(({ values }) => values.every((value) => value === 0))
  return (
    <Panel id={id} title={title} intro={hint}>
      {isEmpty ? (
        <Empty title={en.numbers.empty} hint={en.home.emptyHint} />
      ) : (
        <>
          <BarChart label={`${title}. ${hint}`} names={names} series={series} />
          <details className="small">
            <summary>{text.table}</summary>
            <Table
              rows={names.map((name, index) => ({ name, index }))}
              // Two spans may have the same name.
              keyOf={({ index }) => String(index)}
              columns={[
                { title: text.when, cell: ({ name }) => name },
                ...series.map(({ name, values }) => ({
                  title: name,
                  isNumber: true,
                  cell: ({ index }: { index: number }) => values[index],
                })),
              ]}
            />
          </details>
        </>
      )}
    </Panel>
  )
}
