import type { StatsHourWire } from '@tandem/contracts'
import { durationText, minMeasured, tooFewText } from '@tandem/react/card'
import { BarChart, type BarChartProps } from '../../components/bar-chart.tsx'
import { Panel } from '../../components/panel.tsx'
import { Empty } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { bucketsOfHours, completionBars, type MeasuredTimes, ordersOverTime } from '../../domain/order-series.ts'
import { en } from '../../strings/en.ts'

const text = en.numbers.charts

interface ChartsProps {
  /** The orders of each hour in the last seven days. It is empty when an older orderbook does not report them. */
  hours: readonly StatsHourWire[]
  /** How long the newest completed orders took. `null`: there was none. `undefined`: an older orderbook does not report it. */
  times: MeasuredTimes | null | undefined
}

export function Charts({ hours, times }: ChartsProps) {
  return (
    <div className="columns">
      <OverTime hours={hours} />
      <Durations times={times} />
    </div>
  )
}

const dayOf = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' })
const dayAndHourOf = new Intl.DateTimeFormat('en', { weekday: 'short', hour: '2-digit', hour12: false })
const hourOf = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hour12: false })

/** The chart of orders over time. It is drawn from the same answer as the sums above it, so that both always agree. */
function OverTime({ hours }: Pick<ChartsProps, 'hours'>) {
  const { spanSecs, buckets } = ordersOverTime(bucketsOfHours(hours), Math.floor(Date.now() / 1000))
  const format = spanSecs >= 86_400 ? dayOf : spanSecs > 3_600 ? dayAndHourOf : hourOf
  const [created, completed] = [buckets.map((one) => one.created), buckets.map((one) => one.completed)]
  return (
    <ChartPanel
      id="over-time"
      title={text.overTime}
      hint={text.week(durationText(spanSecs))}
      row={text.when}
      names={buckets.map(({ at }) => format.format(at * 1000))}
      series={[
        { name: text.created, values: created },
        { name: text.completed, values: completed },
      ]}
      few={text.few(sumOf(created), sumOf(completed))}
      empty={{ title: en.numbers.empty, hint: en.activity.emptyHint }}
    />
  )
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, one) => sum + one, 0)

function Durations({ times }: Pick<ChartsProps, 'times'>) {
  const bars = completionBars(times ?? null)
  const hint =
    times == null
      ? ''
      : times.orders < minMeasured
        ? tooFewText(times.orders)
        : text.quantiles(durationText(times.p50_secs), durationText(times.p95_secs), times.orders)
  return (
    <ChartPanel
      id="durations"
      title={text.durations}
      hint={hint}
      row={text.time}
      names={bars.map(({ boundSecs, isOver }) => (isOver ? text.over : text.upTo)(durationText(boundSecs)))}
      series={[{ name: text.completed, values: bars.map(({ orders }) => orders) }]}
      few={hint}
      empty={
        times === undefined
          ? { title: text.timesUnknown, hint: text.timesUnknownHint }
          : { title: text.noTimes, hint: text.noTimesHint }
      }
    />
  )
}

interface ChartPanelProps extends Omit<BarChartProps, 'label'> {
  id: string
  title: string
  hint: string
  /** The heading of the table's first column. */
  row: string
  /** The sentence that is shown instead of a chart with a single bar. */
  few: string
  /** What is shown instead of a chart without a bar. */
  empty: { title: string; hint: string }
}

/** A chart, with the same numbers as a table. */
function ChartPanel({ id, title, hint, row, names, series, few, empty }: ChartPanelProps) {
  const filled = names.filter((_, index) => series.some(({ values }) => values[index] !== 0)).length
  return (
    <Panel id={id} title={title} {...(filled < 2 ? {} : { intro: hint })}>
      {filled === 0 ? (
        <Empty {...empty} />
      ) : filled === 1 ? (
        <Empty title={few} hint={text.oneBar} />
      ) : (
        <>
          <BarChart label={`${title}. ${hint}`} names={names} series={series} />
          <details className="tandem-small">
            <summary>{text.table}</summary>
            <Table
              rows={names.map((name, index) => ({ name, index }))}
              // The name is no key, because two spans may have the same one.
              keyOf={({ index }) => String(index)}
              columns={[
                { title: row, cell: ({ name }) => name },
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
