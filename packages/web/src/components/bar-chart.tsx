import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

export interface BarChartProps {
  /** The text for readers who see no picture. */
  label: string
  /** Names of the bars, from left to right. */
  names: readonly string[]
  /** One row of heights for each series. */
  series: readonly { name: string; values: readonly number[] }[]
}

const height = 220
/** Distances of the lines that heights are read by. An axis without a distance that is large enough has no lines. */
const countSteps = [1, 10, 100, 1_000, 10_000, 100_000].flatMap((power) => [power, 2 * power, 5 * power])
/** Design tokens of the series, the last one the most important; the legend's are in the style sheet. */
const colours = ['--chart-beside', '--accent'] as const
const colourOf = (index: number, count: number) => colours[colours.length - count + index] ?? '--accent'

const tokenOf = (element: Element, name: string) => getComputedStyle(element).getPropertyValue(name).trim()

/** Bars on a canvas. Beside it stands a table with the same numbers: the picture is decoration to a screen reader. */
export function BarChart({ label, names, series }: BarChartProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const draw = () => new uPlot(optionsOf(element, names, series), dataOf(names, series), element)
    let chart = draw()
    const again = () => {
      chart.destroy()
      chart = draw()
    }
    const resized = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }))
    resized.observe(element)
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    scheme.addEventListener('change', again)
    return () => {
      scheme.removeEventListener('change', again)
      resized.disconnect()
      chart.destroy()
    }
  }, [names, series])
  return (
    <div className="stack">
      {series.length < 2 ? null : (
        <ul className="row small">
          {series.map(({ name }, index) => (
            <li key={name} className="legend" data-colour={colourOf(index, series.length)}>
              {name}
            </li>
          ))}
        </ul>
      )}
      <div ref={place} className="chart" role="img" aria-label={label} />
    </div>
  )
}

const dataOf = (names: readonly string[], series: BarChartProps['series']): uPlot.AlignedData => [
  names.map((_, index) => index),
  ...series.map(({ values }) => [...values]),
]

function optionsOf(element: Element, names: readonly string[], series: BarChartProps['series']): uPlot.Options {
  const [ink, line] = [tokenOf(element, '--ink-soft'), tokenOf(element, '--line')]
  const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { show: false }, font: '12px system-ui' }
  const bars = uPlot.paths.bars?.({ size: [0.7, 48] })
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: [-0.6, names.length - 0.4] },
      y: { range: (_chart, _least, most) => [0, Math.max(4, Math.ceil(most * 1.1))] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 28,
        values: (_chart, splits) => splits.map((at) => names[at] ?? ''),
        incrs: [1, 2, 4, 8, 16],
      },
      { ...axis, incrs: countSteps, size: 48 },
    ],
    series: [
      {},
      ...series.map(({ name }, index) => ({
        label: name,
        fill: tokenOf(element, colourOf(index, series.length)),
        width: 0,
        points: { show: false },
        ...(bars === undefined ? {} : { paths: bars }),
      })),
    ],
  }
}
