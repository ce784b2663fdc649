export interface BarChartProps {
  /** What a screen reader says instead of the picture. */
  label: string
  /** The names of the bars, from left to right. */
  names: readonly string[]
  /** The heights of the bars. Where there are two series, the second is drawn in front of the first. */
  series: readonly { name: string; values: readonly number[] }[]
}

/** Pixels: the height of the picture, the space below the bars for their names, and the space beside them for the scale. */
const [height, foot, scaleWidth] = [240, 28, 44]
/** The most lines of the scale, and the most names below the bars. More would touch each other on a phone. */
const [maxLines, maxNames] = [4, 5]

/** The distances that two lines of the scale may have. */
const steps = [1, 10, 100, 1_000, 10_000, 100_000].flatMap((power) => [power, 2 * power, 5 * power])

/**
 * A bar chart as wide as its container. Show a table with the same numbers beside it, because a screen reader only says the
 * label.
 */
export function BarChart({ label, names, series }: BarChartProps) {
  const most = Math.max(1, ...series.flatMap(({ values }) => values))
  const step = steps.find((one) => most / one <= maxLines) ?? most
  const lines = Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step)
  const top = lines.at(-1) ?? most
  const yOf = (value: number) => height - foot - (value / top) * (height - foot - 8)
  const wide = 100 / names.length
  const nth = Math.ceil(names.length / maxNames)
  return (
    <div className="tandem-stack">
      {series.length < 2 ? null : (
        <ul className="tandem-row tandem-small">
          {series.map(({ name }, index) => (
            <li key={name} className="legend" data-series={series.length - 1 - index}>
              {name}
            </li>
          ))}
        </ul>
      )}
      <div className="chart" role="img" aria-label={label}>
        <svg width={scaleWidth} height={height} aria-hidden="true">
          {lines.map((value) => (
            <text key={value} x={scaleWidth - 8} y={yOf(value) + 4}>
              {value.toLocaleString('en')}
            </text>
          ))}
        </svg>
        <svg height={height} aria-hidden="true">
          {lines.map((value) => (
            <line key={value} x1="0" x2="100%" y1={yOf(value)} y2={yOf(value)} />
          ))}
          {series.map(({ name, values }, index) => (
            <g key={name} data-series={series.length - 1 - index}>
              {values.map((value, at) => (
                <rect
                  // biome-ignore lint/suspicious/noArrayIndexKey: two bars may have the same name
                  key={at}
                  x={`${(at + 0.15) * wide}%`}
                  width={`${0.7 * wide}%`}
                  y={yOf(value)}
                  height={yOf(0) - yOf(value)}
                />
              ))}
            </g>
          ))}
          {names.map((name, at) =>
            at % nth > 0 ? null : (
              // biome-ignore lint/suspicious/noArrayIndexKey: two bars may have the same name
              <text key={at} x={`${(at + 0.5) * wide}%`} y={height - 8} data-name>
                {name}
              </text>
            ),
          )}
        </svg>
      </div>
    </div>
  )
}
